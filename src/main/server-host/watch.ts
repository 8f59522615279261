import type { CheckHealth, HealthProblem } from './host.ts'

interface HealthWatch {
  /** Looks now; answers with the problem, or null. */
  readonly look: () => Promise<HealthProblem | null>
  readonly stop: () => void
}

interface HealthWatchOptions {
  readonly address: string
  readonly checkHealth: CheckHealth
  readonly wellIntervalMs: number
  readonly illIntervalMs: number
  /** After every look: the problem, or null; and for how long it has been ill without a break, in milliseconds. */
  readonly onLook: (problem: HealthProblem | null, illForMs: number) => void
}

/** Looks at a server's health again and again, more often while it is ill. Looks never overlap. */
export function watchHealth({ address, checkHealth, wellIntervalMs, illIntervalMs, onLook }: HealthWatchOptions): HealthWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking: Promise<HealthProblem | null> | null = null
  let illSince: number | null = null
  let isStopped = false

  const lookOnce = async (): Promise<HealthProblem | null> => {
    clearTimeout(timer)
    const begun = performance.now()
    const problem = await checkHealth(address)
    if (isStopped) return problem
    illSince = problem === null ? null : (illSince ?? begun)
    timer = setTimeout(() => void look(), problem === null ? wellIntervalMs : illIntervalMs)
    onLook(problem, illSince === null ? 0 : performance.now() - illSince)
    return problem
  }
  const look = (): Promise<HealthProblem | null> => {
    looking ??= lookOnce().finally(() => {
      looking = null
    })
    return looking
  }

  timer = setTimeout(() => void look(), wellIntervalMs)
  return {
    look,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
