import { documentWords } from '#shared/features/document/kinds.ts'
import type { MadeWorkbook } from '../../workbooks/maker.ts'
import { makeInWorker } from '../../workbooks/work.ts'
import { writeDocx } from './docx.ts'
import type { DocumentOrder } from './facts.ts'
import { textOf } from './texts.ts'

await makeInWorker<DocumentOrder>(async (db, order): Promise<MadeWorkbook> => ({
  bytes: await writeDocx(await textOf(db, order), { name: documentWords[order.kind].name }),
  rowCount: null,
}))
