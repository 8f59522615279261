/** How often the embedded server may crash before the program stops starting it anew. */
const MAX_CRASHES = 5
const WINDOW_MS = 5 * 60_000
const DELAYS_MS = [200, 400, 800, 1_600, 3_000] as const

/** How often and how fast a server that crashes is started anew. */
export interface RestartBudget {
  /** Records a crash at `nowMs` of a monotonic clock. Answers how long to wait before the next start, in ms; null where the budget is spent. */
  readonly spend: (nowMs: number) => number | null
  /** Earlier crashes no longer count. */
  readonly reset: () => void
}

/** Five restarts in five minutes, each waiting longer than the one before. */
export function createRestartBudget(): RestartBudget {
  let crashes: number[] = []
  return {
    spend: (nowMs) => {
      crashes = [...crashes.filter((moment) => nowMs - moment < WINDOW_MS), nowMs]
      return crashes.length > MAX_CRASHES ? null : (DELAYS_MS[crashes.length - 1] ?? null)
    },
    reset: () => {
      crashes = []
    },
  }
}
