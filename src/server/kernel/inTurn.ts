import type { LimitFunction } from 'p-limit'

/**
 * Works when a limit lets it: at once, or behind those who came before.
 *
 * @param signal ends the waiting; work that has begun must look after it itself
 * @throws the signal's reason if it aborts before the turn came; what the work throws
 */
export function inTurn<T>(limit: LimitFunction, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(signal.reason as Error)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  const done = limit(async () => {
    // The limit keeps the place of one that has given up: its turn is over at once.
    signal.throwIfAborted()
    signal.removeEventListener('abort', giveUp)
    return work()
  })
  return Promise.race([givenUp, done])
}
