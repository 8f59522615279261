/** Result of a call that was skipped because another is running. */
export const IGNORED = Symbol('ignored')

/**
 * Runs one call at a time and skips others meanwhile.
 *
 * Checked synchronously, so that two clicks in one frame, before a re-render could disable the button, count as one.
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
