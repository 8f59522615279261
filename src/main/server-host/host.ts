import type { ConnectionState } from '#shared/bridge/commands.ts'
import type { MaintenanceOrder, MaintenanceProgress, MaintenanceResult } from '#shared/bridge/serverProcess.ts'

/** A server that the program talks to: started by it, or somewhere in the network. */
export interface ServerHost {
  /** Whose sessions the kept tokens are: `embedded`, or the remote server's address. */
  readonly identity: string
  /** The connection as the page shows it. */
  readonly state: () => ConnectionState
  /** Begins, once; its progress is in {@link state}. */
  readonly start: () => void
  /**
   * Where to send a call: the server's address without `/api`.
   *
   * Waits while the embedded server starts or restarts, so that no caller has to know its new port. Throws
   * `Unreachable` with the sentence where there is no server to wait for.
   */
  readonly address: () => Promise<string>
  /** The headers of every call to the present address, in addition to the call's own. */
  readonly headers: () => Readonly<Record<string, string>>
  /** How many other computers use this program's own server now, and lose it when the program ends. */
  readonly connectedComputers: () => number
  /** A call could not reach the server: its health is checked now instead of at the next interval. */
  readonly recheck: () => void
  /** Tries at once, and answers with how it went. */
  readonly reconnect: () => Promise<ConnectionState>
  /**
   * Has the server copy its whole database to a path of this computer; `permit` is the server's own
   * (`system.permitBackup`), `password` encrypts the copy.
   *
   * Throws `LocalFailure` with the sentence if it cannot, `Unreachable` if the server is gone.
   */
  readonly copyData: (path: string, permit: string, password: string | null) => Promise<void>
  /**
   * Carries out an order on the data folder; what changes it ends the server before and starts it after.
   *
   * Throws `LocalFailure` with the sentence if it cannot be done.
   */
  readonly maintain: (order: MaintenanceOrder, onProgress: (progress: MaintenanceProgress) => void) => Promise<MaintenanceResult>
  /** Ends the program's own server until {@link reconnect}; resolves when it has ended. */
  readonly suspend: () => Promise<void>
  /** For the end of the program: resolves when the program's own server has ended, or was killed. */
  readonly stop: () => Promise<void>
}

/** A value with listeners. */
export interface Observable<T> {
  /** The present value. */
  readonly get: () => T
  /** Calls the listeners where the value differs from the one before (compared as JSON). */
  readonly set: (value: T) => void
  /** Answers the function that removes the listener. */
  readonly listen: (listener: (value: T) => void) => () => void
  /** Resolves with the first value that `accepts` takes, or with the present one after `timeoutMs`. */
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
