import type { SessionEnd } from '../features/account/refusals.ts'
import type { AnswerOf, EndpointName, InputOf } from '../contract/index.ts'
import type { PrintProgress } from './ballotCommands.ts'
import type { CommandInput, CommandName, CommandOutput, ConnectionState } from './commands.ts'
import type { Outcome } from './outcome.ts'
import type { MaintenanceProgress, SmsCode } from './serverProcess.ts'

/** Pushed from main; built by trusted code, hence typed but not parsed. */
export interface Events {
  'connection.changed': ConnectionState
  /** The session ended on the server: sent once, however many calls noticed. */
  'session.ended': { readonly reason: SessionEnd; readonly message: string }
  /** Calls wait for the password (`session.confirm`), or until the user cancels. */
  'session.confirmationAsked': null
  /** The session is covered: this window must cover itself. */
  'session.covered': null
  /** The application menu items that the page executes. */
  'menu.chosen': {
    readonly item: 'help' | 'keys' | 'goTo' | 'closeTab' | 'nextTab' | 'previousTab' | 'refreshTab' | 'settings' | 'backUp' | 'restore' | 'lock' | 'selectAll'
  }
  /** An unsolicited message from main, shown as a notice. */
  'notice.shown': { readonly message: string }
  /** An SMS code, to be shown while it is valid. */
  'sms.shown': SmsCode
  /** Progress of listing backups or restoring one. */
  'restore.progress': MaintenanceProgress
  /** Progress of a print of ballots. */
  'ballots.progress': PrintProgress
}

/** Names of the only three channels. */
export const channels = { call: 'bridge.call', run: 'bridge.run', event: 'bridge.event' } as const

/** The whole of `window.bridge`: three functions for all features. */
export interface Bridge {
  /** Calls the server, by the endpoint's name. */
  call<N extends EndpointName>(name: N, input: InputOf<N>): Promise<Outcome<AnswerOf<N>>>
  /** Runs a command on this computer. */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Outcome<CommandOutput<N>>>
  /** Subscribes; the returned function unsubscribes. */
  on<N extends keyof Events>(name: N, listener: (payload: Events[N]) => void): () => void
}
