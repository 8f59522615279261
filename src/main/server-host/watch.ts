import type { CheckHealth, HealthProblem } from '../network/transport.ts'

interface HealthWatch {
  /** Checks now; returns the problem, or null. */
  readonly check: () => Promise<HealthProblem | null>
  readonly stop: () => void
}

interface HealthWatchOptions {
  readonly address: string
  readonly checkHealth: CheckHealth
  readonly healthyIntervalMs: number
  readonly unhealthyIntervalMs: number
  /** After every check: the problem, or null; and how long all checks have been failing (ms). */
  readonly onCheck: (problem: HealthProblem | null, unreachableForMs: number) => void
}

/** Checks a server's health periodically, more often while it does not answer. Checks never overlap. */
export function watchHealth({ address, checkHealth, healthyIntervalMs, unhealthyIntervalMs, onCheck }: HealthWatchOptions): HealthWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let checking: Promise<HealthProblem | null> | null = null
  let unreachableSince: number | null = null
  let isStopped = false

  const checkOnce = async (): Promise<HealthProblem | null> => {
    clearTimeout(timer)
    const begun = performance.now()
    const problem = await checkHealth(address)
    if (isStopped) return problem
    unreachableSince = problem === null ? null : (unreachableSince ?? begun)
    timer = setTimeout(() => void check(), problem === null ? healthyIntervalMs : unhealthyIntervalMs)
    onCheck(problem, unreachableSince === null ? 0 : performance.now() - unreachableSince)
    return problem
  }
  const check = (): Promise<HealthProblem | null> => {
    checking ??= checkOnce().finally(() => {
      checking = null
    })
    return checking
  }

  timer = setTimeout(() => void check(), healthyIntervalMs)
  return {
    check,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
