/** Calls that wait until the user has confirmed the password or declined to. */
export interface Confirmation {
  /** Asks the page for the password; true once the server has accepted it. Calls at the same time wait for one answer. */
  readonly ask: () => Promise<boolean>
  /** Ends the wait of every call: it is sent again, or refused. */
  readonly settle: (isConfirmed: boolean) => void
}

/**
 * The one place where calls wait for the password (`trust.md` section 4): they were refused with 445, and are made again.
 *
 * @param onAsked tells the page; every call does so, for the page may be another one than before
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
