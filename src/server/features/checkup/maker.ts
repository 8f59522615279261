import type { DatabaseLocation } from '../../database/database.ts'
import { createWorkbookMaker, type WorkbookMaker } from '../../workbooks/maker.ts'
import type { CheckupOrder } from './work.ts'

/** The worker's heap, in MB: a hundred thousand properties take some 350. */
const HEAP_MB = 768
/** All properties are there at once: with less, half of the time goes into tidying up. */
const YOUNG_MB = 64
const TIME_MS = 2 * 60_000

/** What it makes is the JSON of a `Checked` (work.ts). */
export type CheckupMaker = WorkbookMaker<CheckupOrder>

/** `workerUrl`: the code of worker.ts, in the sources or as its bundle. */
export function createCheckupMaker({ workerUrl, location }: { readonly workerUrl: URL; readonly location: DatabaseLocation }): CheckupMaker {
  const reasons = { tooLong: 'checkup.tooLong', tooMuch: 'checkup.tooMuch' } as const
  return createWorkbookMaker({ workerUrl, location, name: 'checkup', heapMb: HEAP_MB, youngMb: YOUNG_MB, timeMs: TIME_MS, reasons })
}
