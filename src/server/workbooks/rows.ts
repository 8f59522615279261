import type { CellValue } from './cells.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { rangeOf } from './addresses.ts'

/** A non-empty row: its number in the sheet, and the displayed values of its cells, by column from 0. */
export interface SheetRow {
  readonly number: number
  readonly isHidden: boolean
  /** May be shorter than the sheet's width. */
  readonly cells: readonly CellValue[]
}

/** The part of a sheet in which the header is found. */
export interface SheetTop {
  /** At least the non-empty ones of its first ten rows, in order. */
  readonly rows: readonly SheetRow[]
  readonly merges: Merges
}

/** Limit on vertical merges. */
const MAX_MERGES = 200_000

/** Gathers a sheet's merges that span several rows, by the column of their upper left cell, from 1; none at first. */
export function createMerges() {
  const byColumn = new Map<number, { first: number; last: number }[]>()
  let count = 0
  return {
    /**
     * Adds a range as the sheet writes it: `A2:A9`; what is no range is left out.
     *
     * @throws Refusal `workbook.tooManyMerges` beyond {@link MAX_MERGES}
     */
    add(reference: string): void {
      const range = rangeOf(reference)
      if (range === null || range.lastRow <= range.firstRow) return
      if (++count > MAX_MERGES) throw new Refusal('workbook.tooManyMerges')
      const { firstColumn: column, firstRow: first, lastRow: last } = range
      const merges = byColumn.get(column)
      if (merges) merges.push({ first, last })
      else byColumn.set(column, [{ first, last }])
    },

    /**
     * Follows the merges of one column downwards.
     *
     * The returned function must be called with ascending rows: it returns the first row of the merge that covers the row, or 0 if there is
     * none or the row itself is the first. Merges starting at `above` or higher are ignored; null if none is left.
     */
    follow(column: number, above: number): ((row: number) => number) | null {
      const merges = (byColumn.get(column) ?? []).filter(({ first }) => first > above).sort((a, b) => a.first - b.first)
      if (merges.length === 0) return null
      let at = -1
      return (row) => {
        while ((merges[at + 1]?.first ?? Infinity) <= row) at += 1
        const merge = merges[at]
        return merge && row > merge.first && row <= merge.last ? merge.first : 0
      }
    },

    /** The upper left cells, as column and row, of multi-row merges that cover a row and start above it. */
    into(row: number): (readonly [column: number, row: number])[] {
      return [...byColumn].flatMap(([column, merges]) =>
        merges.filter(({ first, last }) => first < row && row <= last).map(({ first }) => [column, first] as const),
      )
    },
  }
}
export type Merges = ReturnType<typeof createMerges>
