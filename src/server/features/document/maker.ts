import { workbookMakers, type WorkbookMaker } from '../../workbooks/maker.ts'
import type { DocumentOrder } from './facts.ts'

export type DocumentMaker = WorkbookMaker<DocumentOrder>

export const createDocumentMaker = workbookMakers<DocumentOrder>({
  name: 'document',
  // The list of 10,000 properties takes about 400.
  heapMb: 768,
  timeMs: 5 * 60_000,
  reasons: { tooLong: 'document.tooLong', tooMuch: 'document.tooMuch' },
})
