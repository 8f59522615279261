import type { ConnectionState } from '#shared/bridge/commands.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import { type ServerHost, createObservable } from './host.ts'
import { ENDED_COPYING, READY_DEADLINE_MS, type RunOptions, type ServerProcess } from './server-run.ts'
import { createSupervisor } from './supervisor.ts'
import { MaintenanceMessage, type MaintenanceOrder, type MaintenanceProgress, type MaintenanceResult } from '#shared/bridge/serverProcess.ts'
import type { Log } from '../log.ts'

const NAME = '本机'
/** How long a call waits for a restarting server. */
const RESTART_TIMEOUT_MS = 10_000

/** Retry interval for a keychain that did not release its key. */
const KEY_RETRY_MS = 60_000

/** A process's purpose: serving until stopped, or one order on the data folder. */
export type ProcessPurpose = 'serve' | 'maintain'

interface EmbeddedOptions extends Pick<RunOptions, 'checkHealth' | 'keyEncryptionKey' | 'onSms' | 'log'> {
  readonly fork: (purpose: ProcessPurpose) => ServerProcess
  /** Called once when the server runs without its signing key because the keychain does not provide it. */
  readonly onKeyUnavailable: () => void
  readonly onChange: (state: ConnectionState) => void
}

/** The embedded server: started with the program, restarted within a budget after crashes, stopped with the program. */
export function createEmbeddedHost(options: EmbeddedOptions): ServerHost {
  const { fork, onChange, log } = options
  const state = createObservable<ConnectionState>({ kind: 'embedded', name: NAME, status: 'starting', message: '' })
  state.listen(onChange)
  let isStopping = false
  let isMaintaining = false

  const show = (status: ConnectionState['status'], message = '', more: Pick<ConnectionState, 'needsRestore'> = {}) =>
    state.set({ kind: 'embedded', name: NAME, status, message, ...more })
  const askForKey = createKeyRequest({
    ...options,
    isBusy: () => isMaintaining || isStopping,
    restart: async () => {
      await server.stop()
      if (!isStopping) server.start()
    },
  })
  const server = createSupervisor({ ...options, fork: () => fork('serve'), status: () => state.get().status, show, keyEncryptionKey: askForKey })

  const address = async (): Promise<string> => {
    const timeoutMs = state.get().status === 'starting' ? READY_DEADLINE_MS + RESTART_TIMEOUT_MS : RESTART_TIMEOUT_MS
    const settled = await state.until(({ status }) => status === 'connected' || status === 'failed', timeoutMs)
    const url = server.running()?.url() ?? null
    if (settled.status === 'failed' || url === null) throw new Unreachable(settled.message || '本机服务正在启动，请稍候再试')
    return url
  }
  return {
    identity: 'embedded',
    state: state.get,
    start: server.start,
    address,
    headers: () => server.running()?.headers ?? {},
    connectedComputers: server.connectedComputers,
    recheck: () => server.running()?.checkNow(),
    reconnect: async () => {
      if (isMaintaining) return state.get()
      if (server.running() === null && !isStopping) {
        server.resetBudget()
        show('starting')
        server.start()
      } else {
        server.running()?.checkNow()
      }
      return state.until(({ status }) => status === 'connected' || status === 'failed', READY_DEADLINE_MS)
    },
    copyData: async (path, permit, password) => {
      await address() // waits for a server that is being started
      const running = server.running()
      if (running === null) throw new Unreachable(ENDED_COPYING)
      await running.copyData(path, permit, password)
    },
    maintain: async (order, onProgress) => {
      if (isMaintaining) throw new LocalFailure('正在处理数据，请等它完成')
      const maintained = () => runMaintenance({ process: fork('maintain'), order, onProgress, log })
      if (order.type === 'listBackups' || order.type === 'inspectCopy' || order.type === 'unlockCopy') return maintained()
      isMaintaining = true
      try {
        show('starting', '正在恢复数据，请不要关闭程序')
        await server.stop()
        return await maintained()
      } finally {
        isMaintaining = false
        server.resetBudget()
        if (!isStopping) server.start()
        await state.until(({ status }) => status === 'connected' || status === 'failed', READY_DEADLINE_MS)
      }
    },
    suspend: async () => {
      show('starting', '系统正在关闭，本机服务已停止')
      await server.stop()
    },
    stop: async () => {
      isStopping = true
      await server.stop()
    },
  }
}

interface KeyRequestOptions extends Pick<EmbeddedOptions, 'keyEncryptionKey' | 'onKeyUnavailable' | 'log'> {
  /** Whether the server must not be restarted now. */
  readonly isBusy: () => boolean
  readonly restart: () => Promise<void>
}

/** Requests the key. If the keychain does not release it, retries until it does; then the server restarts with it. */
function createKeyRequest({ keyEncryptionKey, onKeyUnavailable, isBusy, restart, log }: KeyRequestOptions): RunOptions['keyEncryptionKey'] {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    if (timer === undefined) onKeyUnavailable()
    clearTimeout(timer)
    timer = setTimeout(() => void retry().catch((error: unknown) => log.error({ err: error }, 'keychain')), KEY_RETRY_MS)
    timer.unref()
  }
  const retry = async () => {
    if (isBusy() || (await keyEncryptionKey()).state === 'unavailable') return wait()
    log.info('the keychain hands the key out again')
    await restart()
  }
  return async () => {
    const kept = await keyEncryptionKey()
    if (kept.state === 'unavailable') wait()
    return kept
  }
}

const ENDED = '处理数据的进程意外停止。没有做完的恢复会在下次启动时继续或撤销，请重新启动程序后查看'

interface MaintenanceOptions {
  readonly process: ServerProcess
  readonly order: MaintenanceOrder
  readonly onProgress: (progress: MaintenanceProgress) => void
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/**
 * Runs one order on the data folder in its own process, which ends after its answer; resolves with the result.
 *
 * Throws {@link LocalFailure} with the user-facing message if the order failed, or the process ended without an answer.
 */
function runMaintenance({ process, order, onProgress, log }: MaintenanceOptions): Promise<MaintenanceResult> {
  const { promise, resolve, reject } = Promise.withResolvers<MaintenanceResult>()
  process.onMessage((raw) => {
    const parsed = MaintenanceMessage.safeParse(raw)
    if (!parsed.success) {
      log.warn('maintenance sent a message that is none')
      return
    }
    const message = parsed.data
    switch (message.type) {
      case 'progress':
        onProgress({ stage: message.stage, share: message.share })
        break
      case 'copies':
      case 'done':
        log.info({ order: order.type }, 'maintenance done')
        resolve(message)
        process.kill()
        break
      case 'failed':
        log.error({ order: order.type, sentence: message.message }, 'maintenance failed')
        reject(new LocalFailure(message.message))
        process.kill()
        break
    }
  })
  process.onExit((code) => {
    log.info({ order: order.type, code }, 'maintenance ended')
    reject(new LocalFailure(ENDED)) // no effect after an answer
  })
  process.post(order)
  return promise
}
