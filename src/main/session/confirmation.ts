/** What waits until the user has given the password once more, or has said that they will not. */
export interface Confirmation {
  /** Has the page ask; true once the server took the password. Calls that ask together wait for one answer. */
  readonly ask: () => Promise<boolean>
  /** Every call that waits goes on, or is given up. */
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
