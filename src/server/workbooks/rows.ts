import type { CellValue } from './cells.ts'
import type { Merges } from './merges.ts'

/** A row that holds anything: its number in the sheet, and what its cells show, by column from 0. */
export interface SheetRow {
  readonly number: number
  readonly isHidden: boolean
  /** Shorter than the sheet is wide where the row ends earlier. */
  readonly cells: readonly CellValue[]
}

export interface SheetRows {
  /** In the sheet's order, many together; whoever reads them may drop each block when it is done with. */
  readonly blocks: SheetRow[][]
  readonly count: number
  readonly merges: Merges
}
