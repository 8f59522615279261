import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#shared/contract/refusals.ts'
import { readSnapshot } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import type { MadeWorkbook, WorkbookMessage, WorkbookTask } from './maker.ts'

/** The least time between two reports of progress, in ms. */
const REPORT_EVERY = 100

export type MakeWorkbook<Order> = (db: Db, order: Order, progress: (done: number, total: number) => void) => Promise<MadeWorkbook>

/**
 * The whole of a worker that maker.ts starts: makes what it was started for from one moment's data, and hands it over.
 *
 * A refusal is answered as one. Any other error is a fault of ours: it ends the worker, and the maker hears of it.
 */
export async function makeInWorker<Order>(make: MakeWorkbook<Order>): Promise<void> {
  if (!parentPort) return
  const port = parentPort
  const post = (message: WorkbookMessage, transferred: ArrayBuffer[] = []): void => port.postMessage(message, transferred)
  const { location, order } = workerData as WorkbookTask<Order>
  let reportedAt = -Infinity
  const progress = (done: number, total: number): void => {
    const now = performance.now()
    if (now - reportedAt < REPORT_EVERY) return
    reportedAt = now
    post({ type: 'progress', done, total })
  }
  try {
    const made = await readSnapshot(location, (db) => make(db, order, progress))
    post({ type: 'done', ...made }, [made.bytes.buffer])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    post({ type: 'refused', reason: error.reason, code: error.code, message: error.message, data: error.data })
  }
}
