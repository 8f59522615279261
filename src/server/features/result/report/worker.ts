import { parentPort, workerData } from 'node:worker_threads'
import { readSnapshot } from '../../../database/open.ts'
import { makeReport } from './make.ts'
import type { ReportMessage, ReportTask } from './protocol.ts'

/** The least time between two reports of progress, in ms. */
const REPORT_EVERY = 100

if (parentPort) await work(parentPort, workerData as ReportTask) // it is maker.ts that starts this file

async function work(port: NonNullable<typeof parentPort>, { location, order }: ReportTask): Promise<void> {
  let reportedAt = -Infinity
  const bytes = await readSnapshot(location, (db) =>
    makeReport(db, order, (done, total) => {
      const now = performance.now()
      if (now - reportedAt < REPORT_EVERY) return
      reportedAt = now
      port.postMessage({ type: 'progress', done, total } satisfies ReportMessage)
    }),
  )
  port.postMessage({ type: 'done', bytes } satisfies ReportMessage, [bytes.buffer])
}
