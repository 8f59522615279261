import type { Clock } from './clock.ts'

/** At most `most` events within `within` ms. */
export interface RateLimit {
  readonly most: number
  readonly within: number
}

/** Size of the table of names; beyond it, names without recent events are forgotten. */
const REMEMBERED = 10_000

/**
 * Counts events per name (an address) and limits their rate.
 *
 * In memory: a restart forgets, which is harmless, as this only holds off scripts.
 */
export function createRateLimiter(clock: Clock, limits: readonly RateLimit[]) {
  const [most, longest] = [Math.max(...limits.map((limit) => limit.most)), Math.max(...limits.map((limit) => limit.within))]
  const momentsOf = new Map<string, number[]>()

  function forgetOld(now: number): void {
    if (momentsOf.size < REMEMBERED) return
    for (const [name, moments] of momentsOf) if (!moments.some((moment) => moment > now - longest && moment <= now)) momentsOf.delete(name)
  }

  /** Ignores future moments: a clock that was wrong and then corrected must not block anybody. */
  const pastOf = (name: string, now: number) => (momentsOf.get(name) ?? []).filter((moment) => moment <= now)
  const waitAfter = (moments: readonly number[], now: number) =>
    Math.max(0, ...limits.map(({ most: count, within }) => (moments.at(-count) ?? -Infinity) + within - now))

  return {
    /** Returns how many ms until there is room, 0 if there is; counts nothing. */
    wait(name: string): number {
      const now = clock.now()
      return waitAfter(pastOf(name, now), now)
    },
    /** Counts an event and returns 0; if there is no room, counts nothing and returns how many ms until there is. */
    take(name: string): number {
      const now = clock.now()
      forgetOld(now)
      const moments = pastOf(name, now)
      const wait = waitAfter(moments, now)
      if (wait === 0) momentsOf.set(name, [...moments, now].slice(-most))
      return wait
    },
  }
}
