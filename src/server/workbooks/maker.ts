import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { Refusal, type PlainReason, type RefusedAnswer } from '#shared/contract/refusals.ts'
import type { DatabaseLocation } from '../database/database.ts'
import { inTurn } from '../kernel/inTurn.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The names of a list's estate or activity in the journal; of one that belongs to nothing its own. */
export type ListNames = Readonly<Partial<Record<'name' | 'estateName' | 'activityId' | 'activityTitle', string>>>

/** A workbook that was made, with what its entry in the journal says of it. */
export interface MadeWorkbook {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The rows of a list, without its header; null for the report, which has many lists. */
  readonly rowCount: number | null
  /** By what a list is filtered, in words. */
  readonly scope?: string
  readonly belongsTo?: ListNames
}

/** What a worker is started with. */
export interface WorkbookTask<Order> {
  readonly location: DatabaseLocation
  readonly order: Order
}

/** What a worker says; the last one is `done` or `refused`. A worker that ends without either has failed. */
export type WorkbookMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  /** Transferred, not copied: the worker has them no more. */
  | ({ readonly type: 'done' } & MadeWorkbook)
  | ({ readonly type: 'refused' } & RefusedAnswer)

/** One piece of work for a {@link WorkbookMaker}. */
export interface WorkbookRequest<Order> {
  readonly order: Order
  /** Ends the work at once. */
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** Makes workbooks of one kind; each order is a piece of work of its own. */
export interface WorkbookMaker<Order> {
  /**
   * Makes a workbook in a thread of its own, one at a time.
   *
   * @throws the signal's reason when it aborts; Refusal 402 when it took too long or too much memory, or the worker's own;
   * Error for what is our fault, a sheet that does not add up among it
   */
  make(request: WorkbookRequest<Order>): Promise<MadeWorkbook>
}

/** What a maker's threads run, and how much they may take. */
export interface WorkbookMakerOptions {
  /** Names the thread. */
  readonly name: string
  /** The worker's heap, in MB; the limits make it tidy up early. */
  readonly heapMb: number
  /** Of it for what is new, in MB; more for what holds all of its rows at once. */
  readonly youngMb?: number
  readonly timeMs: number
  /** Why it is refused where it takes longer, or more. */
  readonly reasons: { readonly tooLong: PlainReason; readonly tooMuch: PlainReason }
}

/** Where a maker runs. */
export interface MakerPlace {
  /** The code of the worker: in the sources, or as its bundle. */
  readonly workerUrl: URL
  readonly location: DatabaseLocation
}

const YOUNG_MB = 4

/** Makers with these limits. No thread is there between two requests. */
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
