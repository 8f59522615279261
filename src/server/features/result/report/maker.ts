import { workbookMakers, type WorkbookMaker } from '../../../workbooks/maker.ts'
import type { NotVotedOrder } from '../not-voted/sheet.ts'
import type { ReportOrder } from './make.ts'

/** A workbook of an activity's result. */
export type ResultOrder = ({ readonly kind: 'report' } & ReportOrder) | ({ readonly kind: 'notVoted' } & NotVotedOrder)

export type ReportMaker = WorkbookMaker<ResultOrder>

export const createReportMaker = workbookMakers<ResultOrder>({
  name: 'report',
  // 100,000 ballots with twenty topics take about 30.
  heapMb: 64,
  // 100,000 ballots with twenty topics take about ten seconds.
  timeMs: 10 * 60_000,
  reasons: { tooLong: 'result.reportTooLong', tooMuch: 'result.reportTooMuch' },
})
