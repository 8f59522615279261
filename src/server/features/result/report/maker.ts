import type { DatabaseLocation } from '../../../database/database.ts'
import { createWorkbookMaker, type WorkbookMaker } from '../../../workbooks/maker.ts'
import type { NotVotedOrder } from '../not-voted/sheet.ts'
import type { ReportOrder } from './make.ts'

/** The worker's heap, in MB: a hundred thousand ballots with twenty topics take some 30. */
const HEAP_MB = 64
/** A hundred thousand ballots with twenty topics take some ten seconds. */
const TIME_MS = 10 * 60_000

/** What is made for an activity's result. */
export type ResultOrder = ({ readonly kind: 'report' } & ReportOrder) | ({ readonly kind: 'notVoted' } & NotVotedOrder)

export type ReportMaker = WorkbookMaker<ResultOrder>

/** `workerUrl`: the code of worker.ts, in the sources or as its bundle. */
export function createReportMaker({ workerUrl, location }: { readonly workerUrl: URL; readonly location: DatabaseLocation }): ReportMaker {
  return createWorkbookMaker({
    workerUrl,
    location,
    name: 'report',
    heapMb: HEAP_MB,
    timeMs: TIME_MS,
    reasons: { tooLong: 'result.reportTooLong', tooMuch: 'result.reportTooMuch' },
  })
}
