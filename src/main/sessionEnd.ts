import type { Log } from './log.ts'
import type { ServerHost } from './server-host/host.ts'

/** After so long without the end the user has called it off, in ms. */
const CALLED_OFF_MS = 30_000

/** What the window hears when Windows logs off, restarts or shuts down. */
export interface SessionEnd {
  /** Windows asks whether it may end the session. */
  readonly onAsked: () => void
  /** It ends now: Windows may kill the processes at any moment. */
  readonly onEnding: () => void
}

/**
 * Ends the program's own server while there is time, so that the next start finds a clean end.
 *
 * Already at the question, which nothing here objects to: the end itself leaves no time. Where it does not come, the server starts again.
 */
export function createSessionEnd(host: Pick<ServerHost, 'suspend' | 'reconnect' | 'stop'>, log: Pick<Log, 'info' | 'error'>): SessionEnd {
  let calledOff: ReturnType<typeof setTimeout> | undefined
  const failed = (error: unknown) => log.error({ err: error }, 'session end')
  return {
    onAsked: () => {
      log.info('session is about to end')
      clearTimeout(calledOff)
      calledOff = setTimeout(() => void host.reconnect().catch(failed), CALLED_OFF_MS)
      host.suspend().catch(failed)
    },
    onEnding: () => {
      log.info('session ends')
      clearTimeout(calledOff)
      host.stop().catch(failed)
    },
  }
}
