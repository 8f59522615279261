import type { CellValue } from './cellValues.ts'
import type { Style } from 'exceljs'
import { squareMetres } from '#shared/area/area.ts'
import { columnLetters } from './addresses.ts'
import { DRAFT_MARK, type Book, type SheetOut } from './book.ts'
import { styles, type Kind } from './styles.ts'

/** A column's title, and its width in characters. */
export interface HeaderCell {
  readonly title: string
  readonly width: number
}

/** A column of a list. Values are in the program's units: a count, integer 0.01 m², or percent with two decimals. */
export interface Column<Row> extends HeaderCell {
  readonly kind: Kind
  readonly value: (row: Row) => string | number | null
  /** Whether the last row totals the column. */
  readonly isSummed?: boolean
  /** For programs, not for people. */
  readonly isHidden?: boolean
  /** The drop-down list of a column to fill in. */
  readonly choices?: readonly string[]
}

/** The sheet and the program disagree: the file must not be delivered. */
export class ReportMismatch extends Error {
  constructor(where: string, inSheet: number, expected: number) {
    super(`${where}: the sheet comes to ${inSheet}, the program to ${expected}`)
    this.name = 'ReportMismatch'
  }
}

/** Throws {@link ReportMismatch} unless a figure in a sheet equals the program's own. */
export function mustEqual(where: string, inSheet: number, expected: number): void {
  if (inSheet !== expected) throw new ReportMismatch(where, inSheet, expected)
}

/** Converts a value from the program's units to the cell's. */
export function cellOf(kind: Kind, value: string | number | null): CellValue {
  if (typeof value !== 'number') return value === '' ? null : value
  if (kind === 'area') return squareMetres(value)
  return kind === 'rate' ? Math.round(value * 100) / 10_000 : value
}

/** A formula with the program's result: a sum of areas is rounded, as cells are binary floats. */
export function sumFormula(kind: Kind, cells: string, result: number): CellValue {
  return kind === 'area' ? { formula: `ROUND(SUM(${cells}),2)`, result: squareMetres(result) } : { formula: `SUM(${cells})`, result }
}

/** A total in the last row: the program's own value for a summed column, or a formula with its value for another. */
export type Total = number | { readonly formula: (row: number, firstRow: number) => string; readonly value: number }

type ListColumn = HeaderCell & Partial<Pick<Column<never>, 'isHidden' | 'choices'>>

/** A sheet with a single list. */
export interface TableOptions<Row> {
  readonly name: string
  readonly title: string
  /** Lines between the title and the header. */
  readonly remarks?: readonly string[]
  readonly columns: readonly Column<Row>[]
}

/** Opens a sheet and writes everything above its rows: mark, title, remarks, header. */
export function openSheet(
  book: Book,
  { name, title, remarks = [], columns }: Omit<TableOptions<never>, 'columns'> & { readonly columns: readonly ListColumn[] },
): SheetOut {
  const lines = [...(book.isDraft ? [DRAFT_MARK] : []), title, ...remarks]
  const sheet = book.sheet({ name, widths: columns.map((column) => column.width), headerRow: lines.length + 1, isFrozen: true, columns })
  for (const [index, text] of lines.entries())
    sheet.add([text], [index === 0 && book.isDraft ? styles.watermark : text === title ? styles.title : styles.remark])
  writeHeader(sheet, columns)
  return sheet
}

/** A sheet with a single list: its rows, and the verified totals as formulas. */
export function openTable<Row>(book: Book, options: TableOptions<Row>) {
  const { name, columns } = options
  const sheet = openSheet(book, options)
  const kinds = columns.map((column) => column.kind)
  const rowStyles = kinds.map((kind) => styles.body[kind])
  const sums = columns.map(() => 0)
  const firstRow = sheet.nextRow

  return {
    /** Writes the next row and updates the sums. */
    add(row: Row): void {
      const values = columns.map((column, index) => {
        const value = column.value(row)
        if (column.isSummed && typeof value === 'number') sums[index] = (sums[index] ?? 0) + value
        return cellOf(column.kind, value)
      })
      sheet.add(values, rowStyles)
    },

    /**
     * Writes the totals, one per summed column, by title, and the lines of `below` after an empty row.
     *
     * @throws ReportMismatch if a column's sum differs from the program's own value
     */
    finish(totals: Readonly<Record<string, Total>> = {}, below: readonly string[] = []): void {
      if (sheet.nextRow === firstRow) sheet.add(['无', ...columns.slice(1).map(() => null)], rowStyles)
      const row = sheet.nextRow
      const cells = columns.map(({ title: columnTitle, kind, isSummed }, index): CellValue => {
        const total = totals[columnTitle]
        if (isSummed) {
          if (typeof total !== 'number') throw new Error(`no total for ${name} ${columnTitle}`)
          mustEqual(`${name} ${columnTitle}`, sums[index] ?? 0, total)
          const letters = columnLetters(index + 1)
          return sumFormula(kind, `${letters}${firstRow}:${letters}${row - 1}`, total)
        }
        if (typeof total === 'object') return { formula: total.formula(row, firstRow), result: Number(cellOf(kind, total.value)) }
        return index === 0 ? '合计' : null
      })
      if (columns.some((column) => column.isSummed)) {
        sheet.add(
          cells,
          kinds.map((kind) => styles.total[kind]),
        )
      }
      if (below.length > 0) sheet.add([null], [styles.none])
      const width = columns.reduce((sum, column) => sum + column.width, 0)
      for (const text of below) sheet.add([text], [styles.body.text], { mergedTo: columns.length, height: wrappedHeight(text, width) })
      sheet.finish()
    },
  }
}

/** Adds the title row, high enough for the title with the most lines. */
export function writeHeader(sheet: SheetOut, columns: readonly HeaderCell[]): void {
  const header: Partial<Style> = styles.header
  sheet.add(
    columns.map((column) => column.title),
    columns.map(() => header),
    { height: headerHeight(columns) },
  )
}

/** Excel does not auto-fit merged rows; a Chinese character is two wide. */
const wrappedHeight = (text: string, width: number): number => Math.min(400, 18 * Math.ceil((2 * text.length + 1) / width))

/** Height for the title with the most lines; a Chinese character is two wide. */
function headerHeight(columns: readonly HeaderCell[]): number {
  const lines = columns.map(({ title, width }) => Math.ceil((2 * title.length + 1) / Math.max(2, width - 1)))
  return Math.min(220, 14 * Math.max(2, ...lines) + 4)
}
