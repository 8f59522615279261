import type { WrongCell } from '#shared/import/contract.ts'
import { columnOf, MAX_ROW } from '../addresses.ts'
import type { HeaderPlace } from '../interpretRows.ts'
import type { Attributes } from '../xml.ts'

/** A row's errors, and their columns. */
export interface Mark {
  readonly reason: string
  readonly columns: ReadonlySet<number>
}
/** By the sheet's row, from 1. */
export type Marks = ReadonlyMap<number, Mark>

/** Excel's limit of text in a cell. */
const MAX_CELL_TEXT = 32_000

/** Errors by row; those of no row go to the header. */
export function marksByRow(errors: readonly WrongCell[], header: HeaderPlace): Marks {
  const marks = new Map<number, { reasons: string[]; columns: Set<number> }>()
  for (const { row, column, message } of errors) {
    const number = row >= 1 && row <= MAX_ROW ? row : header.row
    const mark = marks.get(number) ?? { reasons: [], columns: new Set<number>() }
    mark.reasons.push(column === '' ? message : `${column}：${message}`)
    const wrong = header.columns[column]
    if (wrong !== undefined) mark.columns.add(wrong)
    marks.set(number, mark)
  }
  return new Map([...marks].map(([row, { reasons, columns }]) => [row, { reason: reasons.join('；').slice(0, MAX_CELL_TEXT), columns }]))
}

/** Tracks the addresses of rows and cells, which a writer may omit: each then follows the previous one. */
export function createAddresses() {
  const at = { row: 0, column: 0 }
  return {
    at: at as Readonly<typeof at>,
    /** Begins a row: `at.column` is 0 until its first cell. */
    row(attributes: Attributes): void {
      at.row = attributes['r'] === undefined ? at.row + 1 : Number(attributes['r'])
      at.column = 0
    },
    /** Moves to a cell of the row. */
    cell(attributes: Attributes): void {
      at.column = attributes['r'] === undefined ? at.column + 1 : columnOf(attributes['r'])
    },
  }
}

/** A cell's style number; 0 if absent. */
export function styleOf(attributes: Attributes): number {
  const style = Number(attributes['s'] ?? '0')
  return Number.isInteger(style) && style >= 0 ? style : 0
}
