import type { SessionEnd } from '../features/account/refusals.ts'
import type { AnswerOf, EndpointName, InputOf } from '../contract/index.ts'
import type { PrintProgress } from './ballotCommands.ts'
import type { CommandInput, CommandName, CommandOutput, ConnectionState } from './commands.ts'
import type { Outcome } from './outcome.ts'
import type { MaintenanceProgress, SmsCode } from './serverProcess.ts'

/** Pushed from main; built by trusted code, so typed but not parsed. */
export interface Events {
  'connection.changed': ConnectionState
  /** The session ended on the server: once, however many calls found out. */
  'session.ended': { readonly reason: SessionEnd; readonly message: string }
  /** Calls wait until the password is given once more (`session.confirm`), or until the user says no. */
  'session.confirmationAsked': null
  /** The session is covered: this window is to cover itself. */
  'session.covered': null
  /** The application menu's items that the page carries out. */
  'menu.chosen': {
    readonly item: 'help' | 'keys' | 'goTo' | 'closeTab' | 'nextTab' | 'previousTab' | 'refreshTab' | 'settings' | 'backUp' | 'restore' | 'lock' | 'selectAll'
  }
  /** A sentence that the page shows as a notice: what main has to say without being asked. */
  'notice.shown': { readonly message: string }
  /** A text message's code, to be shown as long as it is good. */
  'sms.shown': SmsCode
  /** How far the copies are listed, or one is restored. */
  'restore.progress': MaintenanceProgress
  /** How far a print of ballots is. */
  'ballots.progress': PrintProgress
}

/** The channels' names: the only three that exist. */
export const channels = { call: 'bridge.call', run: 'bridge.run', event: 'bridge.event' } as const

/** The whole of `window.bridge`: three functions, whatever the number of features. */
export interface Bridge {
  /** Asks the server, by the endpoint's name. */
  call<N extends EndpointName>(name: N, input: InputOf<N>): Promise<Outcome<AnswerOf<N>>>
  /** Asks this computer. */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Outcome<CommandOutput<N>>>
  /** Listens; the returned function stops. */
  on<N extends keyof Events>(name: N, listener: (payload: Events[N]) => void): () => void
}
