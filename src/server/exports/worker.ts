import { makeInWorker } from '../workbooks/work.ts'
import { makeList, type ExportOrder } from './listBook.ts'

await makeInWorker<ExportOrder>(makeList)
