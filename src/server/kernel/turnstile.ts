/** Lets a few through at a time; the others wait in the order in which they came. */
export interface Turnstile {
  /**
   * Waits for a turn.
   *
   * @returns what ends the turn; it must be called
   * @throws the signal's reason when it aborts first
   */
  enter(signal?: AbortSignal): Promise<() => void>
}

export function createTurnstile(places: number): Turnstile {
  let free = places
  const waiting: (() => void)[] = []

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async enter(signal) {
      signal?.throwIfAborted()
      if (free > 0) free -= 1
      else {
        await new Promise<void>((resolve, reject) => {
          const admit = (): void => {
            signal?.removeEventListener('abort', giveUp)
            resolve()
          }
          const giveUp = (): void => {
            waiting.splice(waiting.indexOf(admit), 1)
            reject(signal?.reason as Error)
          }
          signal?.addEventListener('abort', giveUp, { once: true })
          waiting.push(admit)
        })
      }
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        leave()
      }
    },
  }
}
