import { Worker } from 'node:worker_threads'
import { Refusal, type PlainReason } from '#shared/contract/refusals.ts'
import { troubleOf } from '../database/trouble.ts'
import type { WorkerMessage, WorkerTask } from './protocol.ts'

/** Limits per file. */
export interface SheetLimits {
  /** Processing time in ms; queueing does not count. */
  readonly timeMs: number
  /** The worker's heap, in MB. */
  readonly memoryMb: number
  readonly rows: number
}

export const SHEET_LIMITS: SheetLimits = { timeMs: 20_000, memoryMb: 128, rows: 200_000 }

/** The part of a log used for workers. */
export interface SheetLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Progress of one file. */
export interface SheetProgress {
  readonly stage: 'waiting' | 'reading' | 'checking'
  /** Rows; `total` is 0 while unknown. */
  readonly done: number
  readonly total: number
}

/** The refusals for a file that could not be completed. */
export type RunFailures = Readonly<Record<'timedOut' | 'outOfMemory' | 'noAnswer' | 'cancelled', PlainReason>>

/** One file to read or to mark. */
export interface SheetRun {
  readonly limits: Omit<SheetLimits, 'rows'>
  readonly failures: RunFailures
  /** Its archive is transferred to the worker and unusable here afterwards. */
  readonly work: WorkerTask
  readonly signal: AbortSignal
  readonly take: (rows: readonly object[]) => void
  readonly report: (progress: SheetProgress) => void
}

/**
 * Workers that hold more are not kept: an idle one collects no garbage, and frees nothing before it ends. Forcing
 * collection makes reading the next large file up to five times as expensive.
 */
const KEPT_BYTES = 48 * 2 ** 20

/** A worker's answer to a file, other than a refusal. */
export type Answer = Extract<WorkerMessage, { readonly type: 'done' | 'marked' }>

/**
 * Starts and ends the threads that read workbooks.
 *
 * A worker that answered is kept: a new one costs as much as 10,000 rows and reads the first ones slowly, as its code is
 * not compiled yet. One that refused, failed, was stopped or grew large ends with its file.
 */
export function createSheetWorkers({ workerUrl, log }: { readonly workerUrl: URL; readonly log: SheetLog }) {
  let idle: { readonly worker: Worker; readonly memoryMb: number } | null = null

  function start(memoryMb: number): Worker {
    const worker = new Worker(workerUrl, {
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      name: 'sheet',
      // With 32 MB the server's memory grew by 85 to 93 MB over bad files, with 8 by 82: early survivors fill the old heap.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    // Without a listener its failure would crash the server.
    worker.on('error', (error) => log.error({ err: error }, 'sheet worker failed'))
    worker.once('exit', () => {
      if (idle?.worker === worker) idle = null
    })
    return worker
  }

  function obtain(memoryMb: number): Worker {
    const kept = idle
    if (kept?.memoryMb !== memoryMb) return start(memoryMb)
    idle = null
    kept.worker.ref()
    return kept.worker
  }

  async function endIdle(): Promise<void> {
    const kept = idle
    idle = null
    await kept?.worker.terminate()
  }

  async function keep(worker: Worker, memoryMb: number): Promise<void> {
    await endIdle()
    worker.unref()
    idle = { worker, memoryMb }
  }

  return {
    /** Starts a worker ahead of the first file. */
    startAhead(memoryMb: number): void {
      if (idle === null) void keep(start(memoryMb), memoryMb)
    },
    /**
     * Processes one file to its end: an answer, a refusal, a limit, a cancellation, or silence.
     *
     * @throws Refusal; an Error if the worker's code is missing, which is not the file's fault
     */
    async run(run: SheetRun): Promise<Answer> {
      if (run.signal.aborted) throw new Refusal(run.failures.cancelled)
      const { memoryMb } = run.limits
      const worker = obtain(memoryMb)
      let isKept = false
      try {
        const answer = await runTask(worker, run, log)
        isKept = answer.type === 'done' && answer.heldBytes <= KEPT_BYTES
        return answer
      } finally {
        if (isKept) await keep(worker, memoryMb)
        else await worker.terminate()
      }
    },
    close: endIdle,
  }
}

async function runTask(worker: Worker, { work, limits, failures, signal, take, report }: SheetRun, log: SheetLog): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const deadline = setTimeout(() => reject(new Refusal(failures.timedOut)), limits.timeMs)

  function hear(message: WorkerMessage): void {
    switch (message.type) {
      case 'progress':
        report({ stage: message.stage, done: message.done, total: message.total })
        break
      case 'rows':
        take(message.rows)
        break
      case 'refused':
        if (message.cause !== '') log.warn({ cause: message.cause }, 'workbook refused')
        reject(new Refusal(message))
        break
      case 'marked':
      case 'done':
        resolve(message)
        break
    }
  }
  function fail(error: Error & { readonly code?: string }): void {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') reject(new Refusal(failures.outOfMemory))
    else reject(error.code?.endsWith('MODULE_NOT_FOUND') || troubleOf(error) ? error : new Refusal(failures.noAnswer))
  }
  const end = (): void => reject(new Refusal(failures.noAnswer))
  const cancel = (): void => reject(new Refusal(failures.cancelled))

  worker.on('message', hear).on('error', fail).on('exit', end)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    worker.postMessage(work, [work.task.archive.buffer as ArrayBuffer]) // a copy made for it, never shared
    return await promise
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', cancel)
    worker.off('message', hear).off('error', fail).off('exit', end)
  }
}
