import { Worker } from 'node:worker_threads'
import { LocalFailure } from '../../failures.ts'
import type { MarkingWork } from './worker.ts'

const TIME_LIMIT_MS = 20_000
/** Enough for 64 MB of unpacked text and what becomes of it. */
const MEMORY_LIMIT_MB = 768

interface MarkingOptions {
  /** The worker's script: beside the main bundle, or in the sources. */
  readonly script: string
  readonly timeLimitMs?: number
}

/**
 * Marks a workbook in a thread of its own, within limits of time and memory: one file never stops the program.
 *
 * Throws {@link LocalFailure} with what to do instead.
 */
export function runMarking(work: MarkingWork, { script, timeLimitMs = TIME_LIMIT_MS }: MarkingOptions): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: work, resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB }, execArgv: [] })
    const timer = setTimeout(() => finish(new LocalFailure('文件过于复杂，无法标注错误，请复制数据到模板后再导入')), timeLimitMs)
    const finish = (outcome: Uint8Array | LocalFailure): void => {
      clearTimeout(timer)
      void worker.terminate()
      if (outcome instanceof LocalFailure) reject(outcome)
      else resolve(outcome)
    }
    worker.on('message', (bytes: Uint8Array) => finish(bytes))
    worker.on('error', (error) => finish(new LocalFailure('无法在原文件中标注错误，请按页面上的错误列表修改', { cause: error })))
    worker.on('exit', () => finish(new LocalFailure('无法在原文件中标注错误，请按页面上的错误列表修改')))
  })
}
