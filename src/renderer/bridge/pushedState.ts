import type { ConnectionState, StartInfo } from '#shared/bridge/commands.ts'
import type { SmsCode } from '#shared/bridge/serverProcess.ts'
import type { listen } from './bridge.ts'

/** What main pushes and the screens show: replaced as a whole with every change. */
export interface PushedState {
  /** Null until main has sent it. */
  readonly connection: ConnectionState | null
  /** Sentences that wait to be read and dismissed. */
  readonly notices: readonly string[]
  /** Codes of text messages, the newest last; those that are good no longer are among them. */
  readonly smsCodes: readonly SmsCode[]
}

/** The state with its changes, in the shape that React's useSyncExternalStore takes. */
export interface PushedStore {
  /** The same object until something changes. */
  readonly current: () => PushedState
  /** Called after each change; the returned function stops. */
  readonly subscribe: (changed: () => void) => () => void
  /** Takes a state that was answered rather than pushed. */
  readonly setConnection: (connection: ConnectionState) => void
  /** Removes a sentence that was read. */
  readonly dismissNotice: (notice: string) => void
  /** Takes the state at the start, unless an event has brought a newer one. */
  readonly takeStart: (start: Pick<StartInfo, 'connection' | 'notices'>) => void
}

/**
 * Listens from the moment it is made, before the first screen is there to.
 *
 * The server may become ready between main's answer to `app.start` and the first render: every change comes as an event,
 * so the latest event is at least as new as that answer.
 */
export function createPushedStore(on: typeof listen): PushedStore {
  let state: PushedState = { connection: null, notices: [], smsCodes: [] }
  const listeners = new Set<() => void>()
  const become = (change: Partial<PushedState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const addNotices = (added: readonly string[]) => become({ notices: [...new Set([...state.notices, ...added])] })
  on('connection.changed', (connection) => become({ connection }))
  on('sms.shown', (code) => become({ smsCodes: [...state.smsCodes.filter(({ expiresAt }) => expiresAt > Date.now()), code] }))
  on('notice.shown', ({ message }) => addNotices([message]))
  return {
    current: () => state,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    setConnection: (connection) => become({ connection }),
    dismissNotice: (notice) => become({ notices: state.notices.filter((other) => other !== notice) }),
    takeStart: ({ connection, notices }) => {
      become({ connection: state.connection ?? connection })
      addNotices(notices)
    },
  }
}
