/** A limit of time that can be stopped while somebody else is at work. */
export interface Stopwatch {
  /** Stops counting until {@link resume}; no effect where it is stopped already. */
  pause(): void
  resume(): void
  /** Ends it for good. */
  stop(): void
}

/** Starts at once; calls `expire` when it has run for `limitMs` in all. */
export function startStopwatch(limitMs: number, expire: () => void): Stopwatch {
  let left = limitMs
  let startedAt = 0
  let timer: NodeJS.Timeout | undefined

  function resume(): void {
    if (timer) return
    startedAt = performance.now()
    timer = setTimeout(expire, left)
  }
  function pause(): void {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    left = Math.max(0, left - (performance.now() - startedAt))
  }
  resume()
  return { pause, resume, stop: pause }
}
