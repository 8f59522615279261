import { workbookMakers, type WorkbookMaker } from '../../workbooks/maker.ts'
import type { CheckupOrder } from './work.ts'

/** Its result is the JSON of a `Checked` (work.ts). */
export type CheckupMaker = WorkbookMaker<CheckupOrder>

export const createCheckupMaker = workbookMakers<CheckupOrder>({
  name: 'checkup',
  // 100,000 properties take about 350.
  heapMb: 768,
  // All properties are in memory at once: with less, half of the time goes into garbage collection.
  youngMb: 64,
  timeMs: 2 * 60_000,
  reasons: { tooLong: 'checkup.tooLong', tooMuch: 'checkup.tooMuch' },
})
