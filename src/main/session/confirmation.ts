/** Calls waiting until the user has confirmed the password or declined to. */
export interface Confirmation {
  /** Asks the page for the password; true once the server has accepted it. Concurrent calls share one answer. */
  readonly ask: () => Promise<boolean>
  /** Releases all waiting calls: to be sent again, or refused. */
  readonly settle: (isConfirmed: boolean) => void
}

/**
 * The only place where calls wait for the password (`trust.md` section 4): they were refused with 445, and are repeated.
 *
 * @param onAsked tells the page; called by every call, since the page may have been reloaded
 */
export function createConfirmation(onAsked: () => void): Confirmation {
  let waiting: PromiseWithResolvers<boolean> | null = null
  return {
    ask: () => {
      waiting ??= Promise.withResolvers()
      onAsked()
      return waiting.promise
    },
    settle: (isConfirmed) => {
      const settled = waiting
      waiting = null
      settled?.resolve(isConfirmed)
    },
  }
}
