import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { Refusal, type PlainReason, type RefusedAnswer } from '#shared/contract/refusals.ts'
import type { DatabaseLocation } from '../database/database.ts'
import { inTurn } from '../kernel/inTurn.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Journal names of a list's estate or activity; the list's own name if it belongs to nothing. */
export type ListNames = Readonly<Partial<Record<'name' | 'estateName' | 'activityId' | 'activityTitle', string>>>

/** A finished workbook, with its journal fields. */
export interface MadeWorkbook {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The rows of a list, without its header; null for the report, which has many lists. */
  readonly rowCount: number | null
  /** A list's filter, in words. */
  readonly scope?: string
  readonly belongsTo?: ListNames
}

/** A worker's start data. */
export interface WorkbookTask<Order> {
  readonly location: DatabaseLocation
  readonly order: Order
}

/** A worker's messages; the last one is `done` or `refused`. A worker that exits without either has failed. */
export type WorkbookMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  /** Transferred, not copied: unusable in the worker afterwards. */
  | ({ readonly type: 'done' } & MadeWorkbook)
  | ({ readonly type: 'refused' } & RefusedAnswer)

/** A request to a {@link WorkbookMaker}. */
export interface WorkbookRequest<Order> {
  readonly order: Order
  /** Ends the work at once. */
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** Makes workbooks of one kind; orders are independent. */
export interface WorkbookMaker<Order> {
  /**
   * Makes a workbook in a worker thread, one at a time.
   *
   * @throws the signal's reason if it aborts; Refusal 402 if it took too much time or memory, or the worker's own; Error
   * for internal faults, including a sheet whose sums do not match
   */
  make(request: WorkbookRequest<Order>): Promise<MadeWorkbook>
}

/** The code and limits of a maker's threads. */
export interface WorkbookMakerOptions {
  /** The thread's name. */
  readonly name: string
  /** The worker's heap limit, in MB; makes it collect garbage early. */
  readonly heapMb: number
  /** Young generation limit within it, in MB; larger for work that holds all of its rows at once. */
  readonly youngMb?: number
  readonly timeMs: number
  /** The refusals on exceeding the time or memory limit. */
  readonly reasons: { readonly tooLong: PlainReason; readonly tooMuch: PlainReason }
}

/** Location of a maker's worker and data. */
export interface MakerPlace {
  /** The worker's code: in the sources, or as its bundle. */
  readonly workerUrl: URL
  readonly location: DatabaseLocation
}

const YOUNG_MB = 4

/** Makers with these limits. No thread is kept between two requests. */
export const workbookMakers =
  <Order>(options: WorkbookMakerOptions) =>
  (place: MakerPlace): WorkbookMaker<Order> => {
    const limit = pLimit(1)
    return { make: (request) => inTurn(limit, request.signal, () => run({ ...options, ...place }, request)) }
  }

async function run<Order>(options: WorkbookMakerOptions & MakerPlace, { order, signal, onProgress }: WorkbookRequest<Order>): Promise<MadeWorkbook> {
  const { workerUrl, location, name, heapMb, youngMb = YOUNG_MB, timeMs, reasons } = options
  const worker = new Worker(workerUrl, {
    workerData: { location, order } satisfies WorkbookTask<Order>,
    env: {},
    execArgv: [],
    name,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<MadeWorkbook>()
  const cancel = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', cancel, { once: true })
  const deadline = setTimeout(() => reject(new Refusal(reasons.tooLong)), timeMs)
  worker.on('message', (message: WorkbookMessage) => {
    if (message.type === 'progress') onProgress(message.done, message.total)
    else if (message.type === 'refused') reject(new Refusal(message))
    else {
      const { type: _type, ...made } = message
      resolve(made)
    }
  })
  worker.on('error', (error: Error & { readonly code?: string }) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal(reasons.tooMuch) : error)
  })
  worker.on('exit', () => reject(new Error(`the ${name} worker ended without an answer`)))
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', cancel)
    await worker.terminate()
  }
}
