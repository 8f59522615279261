import { parentPort, workerData } from 'node:worker_threads'
import { readSnapshot } from '../../../database/open.ts'
import { makeNotVotedSheet } from '../not-voted/sheet.ts'
import { makeReport } from './make.ts'
import type { MadeWorkbook, ReportMessage, ReportTask } from './protocol.ts'

/** The least time between two reports of progress, in ms. */
const REPORT_EVERY = 100

if (parentPort) await work(parentPort, workerData as ReportTask) // it is maker.ts that starts this file

async function work(port: NonNullable<typeof parentPort>, { location, order }: ReportTask): Promise<void> {
  let reportedAt = -Infinity
  const progress = (done: number, total: number): void => {
    const now = performance.now()
    if (now - reportedAt < REPORT_EVERY) return
    reportedAt = now
    port.postMessage({ type: 'progress', done, total } satisfies ReportMessage)
  }
  const made = await readSnapshot(location, async (db): Promise<MadeWorkbook> =>
    order.kind === 'report' ? { bytes: await makeReport(db, order, progress), rowCount: null } : makeNotVotedSheet(db, order, progress),
  )
  port.postMessage({ type: 'done', ...made } satisfies ReportMessage, [made.bytes.buffer])
}
