import type { ConnectionState } from '#shared/bridge/commands.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import { type ServerHost, createObservable } from './host.ts'
import { runMaintenance } from './maintenance.ts'
import { ENDED_COPYING, READY_DEADLINE_MS, type RunOptions, type ServerProcess } from './server-run.ts'
import { createSupervisor } from './supervisor.ts'

const NAME = '本机'
/** How long a call waits for a server that is being started anew. */
const RESTART_TIMEOUT_MS = 10_000

/** What a process is started for: to serve until it is stopped, or for one order on the data folder. */
export type ProcessPurpose = 'serve' | 'maintain'

interface EmbeddedOptions extends Pick<RunOptions, 'checkHealth' | 'keyEncryptionKey' | 'onSms' | 'log'> {
  readonly fork: (purpose: ProcessPurpose) => ServerProcess
  readonly onChange: (state: ConnectionState) => void
}

/** The server inside this program: started with it, started anew within a budget when it crashes, stopped with it. */
export function createEmbeddedHost({ fork, checkHealth, keyEncryptionKey, onChange, onSms, log }: EmbeddedOptions): ServerHost {
  const state = createObservable<ConnectionState>({ kind: 'embedded', name: NAME, status: 'starting', message: '' })
  state.listen(onChange)
  let isStopping = false
  let isMaintaining = false

  const show = (status: ConnectionState['status'], message = '', more: Pick<ConnectionState, 'needsRestore'> = {}) =>
    state.set({ kind: 'embedded', name: NAME, status, message, ...more })
  const server = createSupervisor({ fork: () => fork('serve'), status: () => state.get().status, show, checkHealth, keyEncryptionKey, onSms, log })

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
      if (order.type === 'listCopies' || order.type === 'inspectCopy' || order.type === 'unlockCopy') return maintained()
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
