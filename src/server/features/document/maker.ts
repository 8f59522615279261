import type { DatabaseLocation } from '../../database/database.ts'
import { createWorkbookMaker, type WorkbookMaker } from '../../workbooks/maker.ts'
import type { DocumentOrder } from './facts.ts'

/** The worker's heap, in MB: the list of ten thousand properties takes some 400. */
const HEAP_MB = 768
const TIME_MS = 5 * 60_000

export type DocumentMaker = WorkbookMaker<DocumentOrder>

/** `workerUrl`: the code of worker.ts, in the sources or as its bundle. */
export function createDocumentMaker({ workerUrl, location }: { readonly workerUrl: URL; readonly location: DatabaseLocation }): DocumentMaker {
  return createWorkbookMaker({
    workerUrl,
    location,
    name: 'document',
    heapMb: HEAP_MB,
    timeMs: TIME_MS,
    reasons: { tooLong: 'document.tooLong', tooMuch: 'document.tooMuch' },
  })
}
