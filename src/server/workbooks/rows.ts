import type { CellValue } from './cells.ts'
import type { Merges } from './merges.ts'

/** A row that holds anything: its number in the sheet, and what its cells show, by column from 0. */
export interface SheetRow {
  readonly number: number
  readonly isHidden: boolean
  /** Shorter than the sheet is wide where the row ends earlier. */
  readonly cells: readonly CellValue[]
}

/** What tells where a sheet's header is. */
export interface SheetTop {
  /** At least those of its first ten rows that hold anything, in their order. */
  readonly rows: readonly SheetRow[]
  readonly merges: Merges
}
