import { MaintenanceMessage, type MaintenanceOrder, type MaintenanceProgress, type MaintenanceResult } from '#shared/bridge/serverProcess.ts'
import { LocalFailure } from '../failures.ts'
import type { Log } from '../log.ts'
import type { ServerProcess } from './server-run.ts'

const ENDED = '处理数据的进程意外停止。没有做完的恢复会在下次启动时继续或撤销，请重新启动程序后查看'

interface MaintenanceOptions {
  readonly process: ServerProcess
  readonly order: MaintenanceOrder
  readonly onProgress: (progress: MaintenanceProgress) => void
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/**
 * Runs one order on the data folder in a process of its own, and resolves with its result. The process is ended when it has answered.
 *
 * Throws {@link LocalFailure} with the sentence where the order failed, or the process ended without an answer.
 */
export function runMaintenance({ process, order, onProgress, log }: MaintenanceOptions): Promise<MaintenanceResult> {
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
