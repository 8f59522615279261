/** Lets a few work at a time; the others wait in the order in which they came. */
export interface Semaphore {
  /**
   * Waits for a permit.
   *
   * @returns gives the permit back; it must be called
   * @throws the signal's reason when it aborts first
   */
  acquire(signal?: AbortSignal): Promise<() => void>
}

export function createSemaphore(permits: number): Semaphore {
  let free = permits
  const waiting: (() => void)[] = []

  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async acquire(signal) {
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
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        release()
      }
    },
  }
}
