/** What a second press gets while the first still works. */
export const IGNORED = Symbol('ignored')

/**
 * Lets one work through at a time: while one runs, a second is not begun.
 *
 * Checked synchronously, so that two clicks in one frame, before any re-render could disable the button, are one.
 */
export function createGuard(): <T>(work: () => Promise<T>) => Promise<T | typeof IGNORED> {
  let isRunning = false
  return async (work) => {
    if (isRunning) return IGNORED
    isRunning = true
    try {
      return await work()
    } finally {
      isRunning = false
    }
  }
}
