import type { Clock } from '../../kernel/clock.ts'

/**
 * Does something at most once in so many ms for each key; what failed is done again.
 *
 * @returns takes the key and what is to be done
 */
export function createThrottle(ms: number, clock: Clock) {
  const doneAt = new Map<string, number>()
  return async (key: string, work: () => Promise<void>): Promise<void> => {
    const now = clock.now()
    for (const [known, at] of doneAt) if (now - at >= ms || at > now) doneAt.delete(known)
    if (doneAt.has(key)) return
    doneAt.set(key, now)
    try {
      await work()
    } catch (error) {
      doneAt.delete(key)
      throw error
    }
  }
}
