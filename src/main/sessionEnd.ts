import type { Log } from './log.ts'
import type { ServerHost } from './server-host/host.ts'

/** If the end has not come by then, the user has cancelled it (ms). */
const CALLED_OFF_MS = 30_000

/** Windows' events at log-off, restart or shutdown. */
export interface SessionEnd {
  /** Windows asks whether it may end the session. */
  readonly onAsked: () => void
  /** It ends now: Windows may kill the processes at any moment. */
  readonly onEnding: () => void
}

/**
 * Ends the embedded server while there is time, so that the next start finds a clean shutdown.
 *
 * Already when asked, which nothing here objects to: the end itself leaves no time. If it does not come, the server starts
 * again.
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
