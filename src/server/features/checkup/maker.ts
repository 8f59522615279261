import { workbookMakers, type WorkbookMaker } from '../../workbooks/maker.ts'
import type { CheckupOrder } from './work.ts'

/** What it makes is the JSON of a `Checked` (work.ts). */
export type CheckupMaker = WorkbookMaker<CheckupOrder>

export const createCheckupMaker = workbookMakers<CheckupOrder>({
  name: 'checkup',
  // A hundred thousand properties take some 350.
  heapMb: 768,
  // All properties are there at once: with less, half of the time goes into tidying up.
  youngMb: 64,
  timeMs: 2 * 60_000,
  reasons: { tooLong: 'checkup.tooLong', tooMuch: 'checkup.tooMuch' },
})
