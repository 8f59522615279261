import type { Clock } from './clock.ts'

/** At most so many within so many ms. */
export interface RateLimit {
  readonly most: number
  readonly within: number
}

/** Names that are remembered; beyond them those that did nothing of late are forgotten. */
const REMEMBERED = 10_000

/**
 * Counts what each name (an address) does, and tells when it does too much of it.
 *
 * In memory: a restart forgets, which is harmless, for this holds off a script and judges nobody.
 */
export function createRateLimiter(clock: Clock, limits: readonly RateLimit[]) {
  const [most, longest] = [Math.max(...limits.map((limit) => limit.most)), Math.max(...limits.map((limit) => limit.within))]
  const momentsOf = new Map<string, number[]>()

  function forgetOld(now: number): void {
    if (momentsOf.size < REMEMBERED) return
    for (const [name, moments] of momentsOf) if (!moments.some((moment) => moment > now - longest && moment <= now)) momentsOf.delete(name)
  }

  /** A clock that was wrong and was set right must not keep anybody waiting for what it counted meanwhile. */
  const pastOf = (name: string, now: number) => (momentsOf.get(name) ?? []).filter((moment) => moment <= now)
  const waitAfter = (moments: readonly number[], now: number) =>
    Math.max(0, ...limits.map(({ most: count, within }) => (moments.at(-count) ?? -Infinity) + within - now))

  return {
    /** How many ms until there is room; 0 if there is. Counts nothing. */
    wait(name: string): number {
      const now = clock.now()
      return waitAfter(pastOf(name, now), now)
    },
    /** Counts one more, and answers 0; or counts nothing, and answers how many ms until there is room. */
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
