import type { FieldsOf, UnknownColumns } from '#shared/import/columns.ts'
import type { SheetColumn } from '#shared/import/workbook.ts'
import type { CellValue } from './cells.ts'

/** Findings of a row rule. */
export interface Findings<Column extends string> {
  /** A wrong cell: the workbook is refused, with this among its errors. */
  wrong(column: Column, message: string): void
  /** A doubtful value: reported with its row, but accepted. */
  doubt(message: string): void
}

/** The columns and row rules of one kind of workbook. Pure: no database access. */
export interface SheetKind<Column extends string, Row extends object> {
  readonly columns: Readonly<Record<Column, SheetColumn>>
  /** The same by the fields' wire names. */
  readonly fields: FieldsOf<Column>
  /** The columns in which a merged cell applies to each of its rows. */
  readonly fillDown: readonly Column[]
  /** The columns of which each row fills at least one, except sums and notes, which may be below or between the rows. */
  readonly subject: readonly Column[]
  /** The column at which duplicate rows are reported. */
  readonly identityColumn: Column
  /** A column that does not make a row: text only in it is a note. */
  readonly noteColumn?: Column
  /** Added to the message for a duplicate row. */
  readonly whenTwice?: string
  /** Whether rows are still passed on after an error, so that the service can find further errors in them. */
  readonly goesOnAfterErrors?: boolean
  /**
   * Parses a row, reporting errors.
   *
   * `cells` is reused for the next row; a column missing in the sheet is empty in every row, and not in `has`. A row with
   * an error is not used, except to find its other errors.
   */
  understand(row: number, cells: Readonly<Record<Column, CellValue>>, findings: Findings<Column>, has: ReadonlySet<Column>): Row
  /** Rows with equal identity are duplicates; null if a row's identity could not be read. */
  identityOf(row: Row): string | null
  /** A parsed row for the preview. */
  show(row: Row): Readonly<Record<Column, string>>
  /** The missing columns, if no single one is required. */
  lacks?(has: ReadonlySet<Column>): readonly Column[]
  /** The refusal of a sheet with insufficient columns; defaults to that of an import. */
  notUnderstood?(unknown: UnknownColumns): Error
}
