import type { LimitFunction } from 'p-limit'

/**
 * Runs work within a concurrency limit: at once, or queued.
 *
 * @param signal cancels the wait; running work must observe it itself
 * @throws the signal's reason if it aborts before the turn; whatever the work throws
 */
export function inTurn<T>(limit: LimitFunction, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(signal.reason as Error)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  const done = limit(async () => {
    // The limit keeps the slot of a cancelled one: its turn then ends at once.
    signal.throwIfAborted()
    signal.removeEventListener('abort', giveUp)
    return work()
  })
  return Promise.race([givenUp, done])
}
