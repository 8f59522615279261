import { refuse } from './refusals.ts'

/** More vertical merges than this are not followed. */
const MAX_MERGES = 200_000

/** Merges that span several rows, by the column of their upper left cell, from 1. */
export interface Merges {
  /** Adds a range as the sheet writes it: `A2:A9`. */
  add(firstColumn: string, firstRow: number, lastRow: number): void
  /**
   * Follows the merges of one column downwards.
   *
   * The returned function is asked for rows in rising order: the first row of the merge that covers the row, or 0
   * where none does or the row is itself the first. Merges that begin at `above` or higher do not count; null where none is left.
   */
  follow(column: number, above: number): ((row: number) => number) | null
}

export function createMerges(): Merges {
  const byColumn = new Map<number, { first: number; last: number }[]>()
  let count = 0
  return {
    add(firstColumn, firstRow, lastRow) {
      if (lastRow <= firstRow) return
      if (++count > MAX_MERGES) throw refuse.tooManyMerges()
      const column = columnNumber(firstColumn)
      const merges = byColumn.get(column)
      if (merges) merges.push({ first: firstRow, last: lastRow })
      else byColumn.set(column, [{ first: firstRow, last: lastRow }])
    },

    follow(column, above) {
      const merges = (byColumn.get(column) ?? []).filter(({ first }) => first > above).sort((a, b) => a.first - b.first)
      if (merges.length === 0) return null
      let at = -1
      return (row) => {
        while ((merges[at + 1]?.first ?? Infinity) <= row) at += 1
        const merge = merges[at]
        return merge && row > merge.first && row <= merge.last ? merge.first : 0
      }
    },
  }
}

/** `A` is 1, `XFD` is 16384. */
export function columnNumber(letters: string): number {
  let number = 0
  for (let index = 0; index < letters.length; index++) number = number * 26 + letters.charCodeAt(index) - 64
  return number
}

/** 1 is `A`, 16384 is `XFD`. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
