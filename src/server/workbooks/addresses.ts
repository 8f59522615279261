/** The format's last column (XFD) and row. */
export const MAX_COLUMN = 16_384
export const MAX_ROW = 1_048_576

/** The column of an address, from 1: `A` and `A7` are 1, `XFD` is 16384; NaN if invalid. */
export function columnOf(address: string): number {
  let number = 0
  for (let index = 0; index < address.length; index++) {
    const letter = address.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) return letter >= -16 && letter <= -7 && index > 0 ? number : Number.NaN
    number = number * 26 + letter
  }
  return number
}

/** 1 is `A`, 16384 is `XFD`. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** The rows and columns of a range, from 1, as written: the last ones may be smaller than the first. */
export interface CellRange {
  readonly firstColumn: number
  readonly firstRow: number
  readonly lastColumn: number
  readonly lastRow: number
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/

/** Parses a range as written in a sheet, `A2:B9` or `A2`; null if invalid. */
export function rangeOf(reference: string): CellRange | null {
  const match = RANGE.exec(reference)
  if (match === null) return null
  const [, first = '', from, last = first, to = from] = match
  return { firstColumn: columnOf(first), firstRow: Number(from), lastColumn: columnOf(last), lastRow: Number(to) }
}
