import { Worker } from 'node:worker_threads'
import { Refusal } from '#shared/contract/envelope.ts'
import { ROWS_AHEAD, type RowsTaken, type SheetTask, type WorkerMessage } from './protocol.ts'
import { refuse } from './refusals.ts'
import { startStopwatch } from './stopwatch.ts'
import type { SheetFindings } from './understanding.ts'

/** What one file may cost. */
export interface SheetLimits {
  /** Time at work, in ms; waiting for a turn or for the rows to be taken does not count. */
  readonly timeMs: number
  /** The worker's heap, in MB. */
  readonly memoryMb: number
  readonly rows: number
}

export const SHEET_LIMITS: SheetLimits = { timeMs: 20_000, memoryMb: 96, rows: 200_000 }

export interface SheetLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface SheetProgress {
  readonly stage: 'waiting' | 'reading' | 'checking'
  /** Rows; `total` is 0 while it is not known. */
  readonly done: number
  readonly total: number
}

interface Run {
  readonly workerUrl: URL
  readonly log: SheetLog
  readonly limits: SheetLimits
  /** Its archive goes over to the worker and is gone here. */
  readonly task: SheetTask
  readonly signal: AbortSignal
  /** Takes rows as JSON. */
  readonly take: (json: string) => Promise<void>
  readonly report: (progress: SheetProgress) => void
}

/**
 * Runs one worker to its end, whatever that is: its answer, its refusal, a limit, a cancel, or silence.
 *
 * When the promise is settled the worker is gone, and its memory with it.
 * @throws Refusal; what `take` throws; the worker's own error where it could not even be started
 */
export async function runWorker({ workerUrl, log, task, limits, signal, take, report }: Run): Promise<SheetFindings> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    transferList: [task.archive.buffer as ArrayBuffer], // made for it by slice(), never shared
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    name: 'sheet',
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<SheetFindings>()
  const stopwatch = startStopwatch(limits.timeMs, () => reject(refuse.timedOut()))
  const cancel = (): void => reject(refuse.cancelled())
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()

  let hasSpoken = false
  let hasAnswered = false
  let notTaken = 0
  let taking = Promise.resolve()

  async function passOn(json: string): Promise<void> {
    await take(json)
    notTaken -= 1
    if (!hasAnswered) stopwatch.resume()
    worker.postMessage('taken' satisfies RowsTaken)
  }
  /** Passes rows on one handful after the other. While the worker waits for that its time stands still. */
  function takeInTurn(json: string): void {
    notTaken += 1
    if (notTaken >= ROWS_AHEAD) stopwatch.pause()
    taking = taking.then(() => passOn(json))
    taking.catch(reject)
  }

  worker.on('message', (message: WorkerMessage) => {
    hasSpoken = true
    switch (message.type) {
      case 'progress':
        report({ stage: message.stage, done: message.done, total: message.total })
        break
      case 'rows':
        takeInTurn(message.json)
        break
      case 'refused':
        hasAnswered = true
        if (message.cause !== '') log.warn({ cause: message.cause }, 'workbook refused')
        reject(new Refusal(message.code, message.message, message.data))
        break
      case 'done':
        hasAnswered = true
        stopwatch.pause()
        taking.then(() => resolve(message.findings), reject)
        break
    }
  })
  worker.on('error', (error: Error & { readonly code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return reject(refuse.outOfMemory())
    log.error({ err: error }, 'sheet worker failed')
    reject(hasSpoken ? refuse.noAnswer() : error)
  })
  worker.on('exit', () => {
    if (!hasAnswered) reject(refuse.noAnswer())
  })
  try {
    return await promise
  } finally {
    stopwatch.stop()
    signal.removeEventListener('abort', cancel)
    await worker.terminate()
  }
}
