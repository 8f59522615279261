import type { ConnectionState } from '#shared/bridge/commands.ts'
import type { Log } from '../log.ts'
import { type RunEnd, type ServerRun, type RunOptions, runServer, type ServerProcess } from './server-run.ts'

interface SupervisorOptions extends Pick<RunOptions, 'checkHealth' | 'keyEncryptionKey' | 'onSms' | 'log'> {
  /** Starts a new server process; may throw. */
  readonly fork: () => ServerProcess
  readonly status: () => ConnectionState['status']
  readonly show: (status: ConnectionState['status'], message?: string, more?: Pick<ConnectionState, 'needsRestore'>) => void
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** Keeps a server process running until {@link stop}. */
export interface Supervisor {
  /** The current server process; null between two. */
  readonly running: () => ServerRun | null
  /** Number of other computers using it now. */
  readonly connectedComputers: () => number
  /** Starts the server; restarts it within a budget if it exits unexpectedly. */
  readonly start: () => void
  /** Stops the server until `start`. */
  readonly stop: () => Promise<void>
  /** Forgets earlier crashes. */
  readonly resetBudget: () => void
}

/** Keeps a server process running: starts it, and restarts it after crashes. */
export function createSupervisor({ fork, status, show, checkHealth, keyEncryptionKey, onSms, log }: SupervisorOptions): Supervisor {
  const budget = createRestartBudget()
  let running: ServerRun | null = null
  let restart: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let connected = 0

  const launch = () => {
    clearTimeout(restart)
    restart = undefined
    const process = forkOrEnd()
    if (process === null) return
    running = runServer({
      process,
      keyEncryptionKey,
      checkHealth,
      log,
      onSms,
      onReady: () => show('connected'),
      onPreparing: (message) => show(status() === 'lost' ? 'lost' : 'starting', message),
      onHealth: (problem) => show(problem === null ? 'connected' : 'lost', problem === null ? '' : '本机服务暂时没有响应，正在等待'),
      onSharing: (count) => {
        connected = count
      },
      onEnd: (end) => {
        connected = 0
        running = null
        if (!isStopped) recover(end)
      },
    })
  }
  const forkOrEnd = (): ServerProcess | null => {
    try {
      return fork()
    } catch (error) {
      log.error({ err: error }, 'embedded server could not be started')
      recover({ code: null, sentence: null, needsRestore: false })
      return null
    }
  }
  const recover = ({ sentence, needsRestore, code }: RunEnd) => {
    if (sentence !== null) {
      log.error({ code }, 'embedded server refuses to run')
      show('failed', sentence, needsRestore ? { needsRestore } : {})
      return
    }
    const delayMs = budget.spend(performance.now())
    log.warn({ code, delayMs }, 'embedded server ended unexpectedly')
    if (delayMs === null) {
      show('failed', '本机服务多次启动失败，请点击“重试”；仍不行时请重启电脑，或在“帮助”菜单中打开日志文件夹联系技术支持')
      return
    }
    show('lost', '本机服务意外停止，正在重新启动')
    restart = setTimeout(launch, delayMs)
  }

  return {
    running: () => running,
    connectedComputers: () => connected,
    start: () => {
      isStopped = false
      launch()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(restart)
      await running?.stop()
    },
    resetBudget: budget.reset,
  }
}

/** Crashes of the embedded server before the program stops restarting it. */
const MAX_CRASHES = 5
const WINDOW_MS = 5 * 60_000
const DELAYS_MS = [200, 400, 800, 1_600, 3_000] as const

/** How often and how fast a crashing server is restarted. */
interface RestartBudget {
  /** Records a crash at `nowMs` of a monotonic clock. Returns the delay until the next start (ms); null if the budget is spent. */
  readonly spend: (nowMs: number) => number | null
  /** Forgets earlier crashes. */
  readonly reset: () => void
}

/** Five restarts in five minutes, with increasing delays. */
function createRestartBudget(): RestartBudget {
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
