import { randomUUID } from 'node:crypto'
import type { ConnectionState } from '#shared/bridge/commands.ts'
import { type MaintenanceOrder, ServerMessage, type ServerOrder } from '#shared/bridge/serverProcess.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { Log } from '../log.ts'
import { createRestartBudget } from './budget.ts'
import { type CheckHealth, type ServerHost, watched } from './host.ts'
import { runMaintenance } from './maintenance.ts'
import { watchHealth } from './watch.ts'

const NAME = '本机'
const READY_DEADLINE_MS = 20_000
const STOP_DEADLINE_MS = 5_000
/** How long a call waits for a server that is being started anew. */
const RESTART_PATIENCE_MS = 10_000
const HEALTH_INTERVAL_MS = 5_000
/** A server that lives and does not answer for so long is ended and started anew. */
const HANGING_MS = 30_000
const ENDED_COPYING = '本机服务意外停止，没有备份，请重试'

/** As much of a utility process as the host needs. */
export interface ServerProcess {
  readonly post: (order: ServerOrder | MaintenanceOrder) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Once, whatever ended it; also where it could not be started at all. */
  readonly onExit: (listener: (code: number | null) => void) => void
  /** At once, without asking it. */
  readonly kill: () => void
}

/** What a process is started for: to serve until it is stopped, or for one order on the data folder. */
export type ProcessPurpose = 'serve' | 'maintain'

interface EmbeddedOptions {
  readonly fork: (purpose: ProcessPurpose) => ServerProcess
  readonly checkHealth: CheckHealth
  readonly onChange: (state: ConnectionState) => void
  readonly onSms: (message: Extract<ServerMessage, { type: 'sms' }>) => void
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** The server inside this program: started with it, started anew within a budget when it crashes, stopped with it. */
export function createEmbeddedHost({ fork, checkHealth, onChange, onSms, log }: EmbeddedOptions): ServerHost {
  const state = watched<ConnectionState>({ kind: 'embedded', name: NAME, status: 'starting', message: '' })
  state.listen(onChange)
  const budget = createRestartBudget()
  let running: Running | null = null
  let restart: ReturnType<typeof setTimeout> | undefined
  let isStopping = false
  let isMaintaining = false

  const show = (status: ConnectionState['status'], message = '', more: Pick<ConnectionState, 'needsRestore'> = {}) =>
    state.set({ kind: 'embedded', name: NAME, status, message, ...more })
  const launch = () => {
    clearTimeout(restart)
    restart = undefined
    const process = forkOrEnd()
    if (process === null) return
    running = run({
      process,
      checkHealth,
      log,
      onSms,
      onReady: () => show('connected'),
      onPreparing: (message) => show(state.get().status === 'lost' ? 'lost' : 'starting', message),
      onHealth: (problem) => show(problem === null ? 'connected' : 'lost', problem === null ? '' : '本机服务暂时没有响应，正在等待'),
      onEnd: (end) => {
        running = null
        if (!isStopping && !isMaintaining) recover(end)
      },
    })
  }
  const forkOrEnd = (): ServerProcess | null => {
    try {
      return fork('serve')
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

  const address = async (): Promise<string> => {
    const patience = state.get().status === 'starting' ? READY_DEADLINE_MS + RESTART_PATIENCE_MS : RESTART_PATIENCE_MS
    const settled = await state.until(({ status }) => status === 'connected' || status === 'failed', patience)
    const url = running?.url() ?? null
    if (settled.status === 'failed' || url === null) throw new Unreachable(settled.message || '本机服务正在启动，请稍候再试')
    return url
  }
  return {
    identity: 'embedded',
    state: state.get,
    start: launch,
    address,
    suspect: () => running?.look(),
    reconnect: async () => {
      if (isMaintaining) return state.get()
      if (running === null && !isStopping) {
        budget.reset()
        show('starting')
        launch()
      } else {
        running?.look()
      }
      return state.until(({ status }) => status === 'connected' || status === 'failed', READY_DEADLINE_MS)
    },
    copyData: async (path) => {
      await address() // waits for a server that is being started
      if (running === null) throw new Unreachable(ENDED_COPYING)
      await running.copyData(path)
    },
    maintain: async (order, onProgress) => {
      if (isMaintaining) throw new LocalFailure('正在处理数据，请等它完成')
      const maintained = () => runMaintenance({ process: fork('maintain'), order, onProgress, log })
      if (order.type === 'listCopies' || order.type === 'inspectCopy') return maintained()
      isMaintaining = true
      try {
        clearTimeout(restart)
        show('starting', '正在恢复数据，请不要关闭程序')
        await running?.stop()
        return await maintained()
      } finally {
        isMaintaining = false
        budget.reset()
        if (!isStopping) launch()
        await state.until(({ status }) => status === 'connected' || status === 'failed', READY_DEADLINE_MS)
      }
    },
    stop: async () => {
      isStopping = true
      clearTimeout(restart)
      await running?.stop()
    },
  }
}

interface RunEnd {
  readonly code: number | null
  /** Why the server itself says that it cannot run; null where it ended without a word. */
  readonly sentence: string | null
  /** Because there is no database that could be opened. */
  readonly needsRestore: boolean
}

interface Running {
  readonly url: () => string | null
  readonly look: () => void
  readonly copyData: (path: string) => Promise<void>
  readonly stop: () => Promise<void>
}

interface RunOptions extends Pick<EmbeddedOptions, 'checkHealth' | 'onSms' | 'log'> {
  readonly process: ServerProcess
  readonly onReady: () => void
  readonly onPreparing: (message: string) => void
  readonly onHealth: (problem: string | null) => void
  readonly onEnd: (end: RunEnd) => void
}

/** One life of the server process: from its start, with a deadline to be ready, to its end. */
function run({ process, checkHealth, log, onSms, onReady, onPreparing, onHealth, onEnd }: RunOptions): Running {
  let url: string | null = null
  let sentence: string | null = null
  let needsRestore = false
  let watch: ReturnType<typeof watchHealth> | null = null
  let deadline: ReturnType<typeof setTimeout> | undefined
  const ended = Promise.withResolvers<void>()
  /** Copies under way, by the order's id. */
  const copies = new Map<string, (problem: Error | null) => void>()

  const giveTime = () => {
    clearTimeout(deadline)
    deadline = setTimeout(() => {
      log.error('embedded server was not ready in time')
      process.kill()
    }, READY_DEADLINE_MS)
  }
  const onLook = (problem: string | null, illForMs: number) => {
    onHealth(problem)
    if (illForMs < HANGING_MS) return
    log.error({ problem }, 'embedded server does not answer any more')
    process.kill()
  }
  process.onMessage((raw) => {
    const parsed = ServerMessage.safeParse(raw)
    if (!parsed.success) {
      log.warn('embedded server sent a message that is none')
      return
    }
    const message = parsed.data
    switch (message.type) {
      case 'preparing':
        giveTime()
        onPreparing(message.message)
        break
      case 'ready':
        clearTimeout(deadline)
        url = message.url
        watch = watchHealth({ address: url, checkHealth, wellIntervalMs: HEALTH_INTERVAL_MS, illIntervalMs: 1_000, onLook })
        onReady()
        break
      case 'failed':
        sentence = message.message
        needsRestore = message.needsRestore === true
        break
      case 'sms':
        onSms(message)
        break
      case 'dataCopied':
        copies.get(message.id)?.(message.problem === '' ? null : new LocalFailure(message.problem))
        break
    }
  })
  process.onExit((code) => {
    clearTimeout(deadline)
    watch?.stop()
    url = null
    for (const settle of copies.values()) settle(new Unreachable(ENDED_COPYING))
    ended.resolve()
    onEnd({ code, sentence, needsRestore })
  })
  giveTime()

  return {
    url: () => url,
    look: () => void watch?.look(),
    copyData: async (path) => {
      const id = randomUUID()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      copies.set(id, (problem) => (problem === null ? resolve() : reject(problem)))
      process.post({ type: 'copyData', id, path })
      await promise.finally(() => copies.delete(id))
    },
    stop: async () => {
      clearTimeout(deadline)
      watch?.stop()
      process.post({ type: 'stop' })
      const timer = setTimeout(() => {
        log.warn('embedded server did not stop in time')
        process.kill()
      }, STOP_DEADLINE_MS)
      // killed or not, the program's own end does not wait for ever
      await Promise.race([ended.promise, new Promise<void>((resolve) => setTimeout(resolve, STOP_DEADLINE_MS + 1_000).unref())])
      clearTimeout(timer)
    },
  }
}
