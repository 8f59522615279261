import { Refusal } from '#shared/contract/refusals.ts'
import { MAX_ROW_ERRORS, type ImportPreview, type ImportRefusal, type RowError, type WrongRows } from '#shared/import/contract.ts'
import { maskedKindOf } from '#shared/features/journal/maskedFields.ts'
import { maskWritten, type WrittenKind } from '#shared/owner/masking.ts'
import { placeInWords } from '#shared/place/place.ts'
import { isFault, shown, type CellValue } from './cells.ts'
import type { SheetKind } from './kind.ts'

/** A row as read, in the order of its sheet's columns. */
export type ShownRow = WrongRows['rows'][number]

interface ReadSheet<Row> {
  readonly preview: ImportPreview
  readonly wrongRows: readonly ShownRow[]
  readonly rows: readonly Row[]
}

/**
 * Refuses rows of a sheet, including errors found after reading.
 *
 * @throws Refusal `workbook.wrongRows` (402) of an import: the first 1,000 wrong cells with their rows and their total; a
 * dry run still shows its preview
 */
export function refuseWrongRows<Column extends string, Row extends { readonly row: number }>(
  kind: SheetKind<Column, Row>,
  sheet: ReadSheet<Row>,
  { errors: all, errorCount, isDryRun }: { readonly errors: readonly RowError[]; readonly errorCount: number; readonly isDryRun: boolean },
): never {
  const message = `共 ${errorCount} 处错误，未写入任何数据`
  const errors = all.slice(0, MAX_ROW_ERRORS)
  const data: ImportRefusal = { message, errors, errorCount, wrongRows: rowsOf(kind, sheet, errors), ...(isDryRun ? { preview: sheet.preview } : {}) }
  throw new Refusal('workbook.wrongRows', data)
}

function rowsOf<Column extends string, Row extends { readonly row: number }>(
  kind: SheetKind<Column, Row>,
  { preview: { columns: names }, wrongRows, rows }: ReadSheet<Row>,
  errors: readonly RowError[],
): WrongRows {
  const columns = names.flatMap((name) => (Object.keys(kind.columns) as Column[]).filter((column) => kind.columns[column].name === name))
  const wanted = new Set(errors.map(({ row }) => row))
  const found = new Map(wrongRows.map((each) => [each.row, each]))
  for (const row of rows) if (wanted.has(row.row) && !found.has(row.row)) found.set(row.row, { row: row.row, cells: shownCells(kind.show(row), columns) })
  return { columns: [...names], rows: [...wanted].flatMap((row) => found.get(row) ?? []) }
}

/** Merges two lists of wrong cells in the sheet's order: within a row the first list's come first. */
export function inSheetOrder(first: readonly RowError[], second: readonly RowError[]): RowError[] {
  return [...first, ...second].toSorted((one, other) => one.row - other.row)
}

/** Maximum length of a displayed cell. */
const LONGEST = 60

type Cells = Readonly<Record<string, CellValue>>

const textOf = (value: CellValue | undefined): string => (value === undefined || isFault(value) ? '' : shown(value))
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
const kindOf = (column: string): WrittenKind => maskedKindOf(column) ?? 'other'

/** Content and owner of a wrong cell, to locate it without the file. */
export function aboutCell(cells: Cells, column: string): Pick<RowError, 'value' | 'place' | 'owner'> {
  const part = (name: string): string => textOf(cells[name])
  return {
    value: cut(maskWritten(part(column), kindOf(column))),
    place: cut(placeInWords({ period: part('period'), zone: part('zone'), building: part('building'), unit: part('unit'), room: part('room') })),
    owner: cut(maskWritten(part('ownerName'), 'other')),
  }
}

/** The cells of a wrong row, in this order, displayed as by {@link aboutCell}. */
export const shownCells = (cells: Cells, columns: readonly string[]): string[] =>
  columns.map((column) => cut(maskWritten(textOf(cells[column]), kindOf(column))))
