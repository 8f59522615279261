import { Worker } from 'node:worker_threads'
import { ruleSaysNo } from '#shared/contract/envelope.ts'
import type { DatabaseLocation } from '../../../database/open.ts'
import { createTurnstile } from '../../../sheets/turnstile.ts'
import type { MadeWorkbook, ReportMessage, ReportTask, WorkbookOrder } from './protocol.ts'

/** The worker's heap, in MB: a hundred thousand ballots with twenty topics take some 30; the limits make it tidy up early. */
const HEAP_MB = 64
const YOUNG_MB = 4
/** A hundred thousand ballots with twenty topics take some ten seconds. */
const TIME_MS = 10 * 60_000

export interface ReportRequest {
  readonly order: WorkbookOrder
  /** Ends the work at once. */
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

export interface ReportMaker {
  /**
   * Makes a report in a thread of its own, one at a time.
   *
   * @throws the signal's reason when it aborts; Refusal 402 when it took too long or too much memory; Error for what is
   * our fault, a sheet that does not add up among it
   */
  make(request: ReportRequest): Promise<MadeWorkbook>
}

/** `workerUrl`: the code of worker.ts, in the sources or as its bundle. */
export function createReportMaker({ workerUrl, location }: { readonly workerUrl: URL; readonly location: DatabaseLocation }): ReportMaker {
  const turnstile = createTurnstile(1)
  return {
    async make({ order, signal, onProgress }) {
      const leave = await turnstile.enter(signal)
      try {
        return await run(workerUrl, { location, order }, signal, onProgress)
      } finally {
        leave()
      }
    },
  }
}

async function run(workerUrl: URL, task: ReportTask, signal: AbortSignal, onProgress: ReportRequest['onProgress']): Promise<MadeWorkbook> {
  signal.throwIfAborted()
  const worker = new Worker(workerUrl, {
    workerData: task,
    env: {},
    execArgv: [],
    name: 'report',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<MadeWorkbook>()
  const cancel = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', cancel, { once: true })
  const deadline = setTimeout(() => reject(ruleSaysNo('报告内容过多，生成超时，请稍后重试')), TIME_MS)
  worker.on('message', (message: ReportMessage) => {
    if (message.type === 'progress') onProgress(message.done, message.total)
    else resolve({ bytes: message.bytes, rowCount: message.rowCount })
  })
  worker.on('error', (error: Error & { readonly code?: string }) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? ruleSaysNo('报告内容过多，内存不足，请减少议题或选项后重试') : error)
  })
  worker.on('exit', () => reject(new Error('the report worker ended without an answer')))
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', cancel)
    await worker.terminate()
  }
}
