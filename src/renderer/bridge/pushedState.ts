import type { ConnectionState, StartInfo } from '#shared/bridge/commands.ts'
import type { SmsCode } from '#shared/bridge/serverProcess.ts'
import type { listen } from './bridge.ts'

/** State pushed by main for the screens; replaced as a whole on each change. */
export interface PushedState {
  /** Null until received. */
  readonly connection: ConnectionState | null
  /** Messages, shown until dismissed. */
  readonly notices: readonly string[]
  /** SMS codes, newest last; may include expired ones. */
  readonly smsCodes: readonly SmsCode[]
}

/** A store of the state, in the shape of React's useSyncExternalStore. */
export interface PushedStore {
  /** Stable until something changes. */
  readonly current: () => PushedState
  /** Calls `changed` after each change; returns a function to unsubscribe. */
  readonly subscribe: (changed: () => void) => () => void
  /** Sets a state that was returned by a call rather than pushed. */
  readonly setConnection: (connection: ConnectionState) => void
  /** Removes a message that was read. */
  readonly dismissNotice: (notice: string) => void
  /** Sets the initial state, unless an event has already brought a newer one. */
  readonly takeStart: (start: Pick<StartInfo, 'connection' | 'notices'>) => void
}

/**
 * Listens from creation, before the first screen exists.
 *
 * The server may become ready between main's answer to `app.start` and the first render: every change is an event, so the latest
 * event is at least as new as that answer.
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
