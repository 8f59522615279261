import type { MadeWorkbook } from '../../../workbooks/maker.ts'
import { makeInWorker } from '../../../workbooks/work.ts'
import { makeNotVotedSheet } from '../not-voted/sheet.ts'
import { makeReport } from './make.ts'
import type { ResultOrder } from './maker.ts'

await makeInWorker<ResultOrder>(async (db, order, progress): Promise<MadeWorkbook> =>
  order.kind === 'report' ? { bytes: await makeReport(db, order, progress), rowCount: null } : makeNotVotedSheet(db, order, progress),
)
