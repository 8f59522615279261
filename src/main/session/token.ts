import type { Events } from '#shared/bridge/bridge.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { isSessionEnd } from '#shared/features/account/refusals.ts'
import type { Log } from '../log.ts'
import type { ServerHost } from '../server-host/host.ts'
import type { Vault } from '../vault.ts'

/** Where the token is stored, and who is notified of changes. */
export interface TokenOptions {
  readonly host: Pick<ServerHost, 'identity'>
  readonly vault: Vault
  readonly onEnded: (ended: Events['session.ended']) => void
  /** The token was replaced by another, or by none. */
  readonly onReplaced: () => void
  readonly log: Pick<Log, 'warn'>
}

/** The session's token with its generation: a refusal of an older one does not end a newer session. */
export function createToken({ host, vault, onEnded, onReplaced, log }: TokenOptions) {
  let token: string | null = null
  let generation = 0
  let restored: Promise<void> = Promise.resolve()

  /** Sets the token of a new login, or null; saved in the background, failures are only logged. */
  const replace = (next: string | null): void => {
    token = next
    generation += 1
    onReplaced()
    vault.save(host.identity, next).catch((error: unknown) => log.warn({ err: error }, 'session could not be kept'))
  }
  const restore = async (): Promise<void> => {
    const begun = generation
    try {
      const kept = await vault.load(host.identity)
      if (generation === begun) token = kept
    } catch (error) {
      log.warn({ err: error }, 'kept session could not be read')
    }
  }
  return {
    /** Loads the previous run's token. */
    start: () => {
      restored = restore()
    },
    /** Settles when the previous run's token has been loaded or not found. */
    restored: () => restored,
    /** The current token and its generation. */
    now: () => ({ token, generation }),
    replace,
    /** Ends the session if `error` is a session end and the call belongs to the current generation. */
    noticeEnd(error: unknown, sentUnder: number): void {
      if (!(error instanceof Refusal) || !isSessionEnd(error.reason)) return
      if (sentUnder !== generation || token === null) return
      replace(null)
      onEnded({ reason: error.reason, message: error.message })
    },
  }
}
export type Token = ReturnType<typeof createToken>
