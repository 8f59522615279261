import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#shared/contract/refusals.ts'
import { readSnapshot } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import type { MadeWorkbook, WorkbookMessage, WorkbookTask } from './maker.ts'

/** Minimum interval of progress reports, in ms. */
const REPORT_EVERY = 100

export type MakeWorkbook<Order> = (db: Db, order: Order, progress: (done: number, total: number) => void) => Promise<MadeWorkbook>

/**
 * The main function of workers started by maker.ts: makes the order's workbook from one snapshot, and returns it.
 *
 * A refusal is answered as such. Any other error is an internal fault: it ends the worker, and the maker notices.
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
