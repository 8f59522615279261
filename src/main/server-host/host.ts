import type { ConnectionState } from '#shared/bridge/commands.ts'
import type { MaintenanceOrder, MaintenanceProgress, MaintenanceResult } from '#shared/bridge/serverProcess.ts'

/** A server used by the program: started by it, or on the network. */
export interface ServerHost {
  /** Key of the stored session tokens: `embedded`, or the remote server's address. */
  readonly identity: string
  /** The connection state shown by the page. */
  readonly state: () => ConnectionState
  /** Starts, once; see {@link state} for progress. */
  readonly start: () => void
  /**
   * Where to send a call: the server's address without `/api`.
   *
   * Waits while the embedded server starts or restarts, so that callers need not know its new port. Throws `Unreachable` with the
   * user-facing message if there is no server to wait for.
   */
  readonly address: () => Promise<string>
  /** Headers of every call to the current address, in addition to the call's own. */
  readonly headers: () => Readonly<Record<string, string>>
  /** How many other computers use the embedded server, and lose it when the program ends. */
  readonly connectedComputers: () => number
  /** A call could not reach the server: checks its health now instead of at the next interval. */
  readonly recheck: () => void
  /** Tries at once, and returns the resulting state. */
  readonly reconnect: () => Promise<ConnectionState>
  /**
   * Asks the server to copy its whole database to a path on this computer; `permit` is the server's own (`system.permitBackup`),
   * `password` encrypts the copy.
   *
   * Throws `LocalFailure` with the user-facing message on failure, `Unreachable` if the server is gone.
   */
  readonly copyData: (path: string, permit: string, password: string | null) => Promise<void>
  /**
   * Executes an order on the data folder; the server is stopped during changes.
   *
   * Throws `LocalFailure` with the user-facing message on failure.
   */
  readonly maintain: (order: MaintenanceOrder, onProgress: (progress: MaintenanceProgress) => void) => Promise<MaintenanceResult>
  /** Stops the embedded server until {@link reconnect}; resolves when it has ended. */
  readonly suspend: () => Promise<void>
  /** At program end: resolves when the embedded server has ended, or was killed. */
  readonly stop: () => Promise<void>
}

export interface Observable<T> {
  /** The current value. */
  readonly get: () => T
  /** Calls the listeners if the value differs from the previous one (compared as JSON). */
  readonly set: (value: T) => void
  /** Returns a function that removes the listener. */
  readonly listen: (listener: (value: T) => void) => () => void
  /** Resolves with the first value that `accepts` takes, or with the current one after `timeoutMs`. */
  readonly until: (accepts: (value: T) => boolean, timeoutMs: number) => Promise<T>
}

/** A value in memory whose changes can be listened to and awaited. */
export function createObservable<T extends object>(first: T): Observable<T> {
  let current = first
  const listeners = new Set<(value: T) => void>()
  const listen = (listener: (value: T) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    get: () => current,
    set: (value) => {
      if (JSON.stringify(value) === JSON.stringify(current)) return
      current = value
      for (const listener of listeners) listener(value)
    },
    listen,
    until: (accepts, timeoutMs) =>
      new Promise((resolve) => {
        if (accepts(current)) {
          resolve(current)
          return
        }
        const finish = (value: T) => {
          clearTimeout(timer)
          stop()
          resolve(value)
        }
        const timer = setTimeout(() => finish(current), timeoutMs)
        const stop = listen((value) => {
          if (accepts(value)) finish(value)
        })
      }),
  }
}
