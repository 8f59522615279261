import type { FieldsOf, UnknownColumns } from '#shared/import/columns.ts'
import type { SheetColumn } from '#shared/import/workbook.ts'
import type { CellValue } from './cells.ts'

/** Findings of a row rule. */
export interface Findings<Column extends string> {
  /** A wrong cell: the workbook is refused, with this among its errors. */
  wrong(column: Column, message: string): void
  /** Something that may be right: it is told, with its row, and read all the same. */
  doubt(message: string): void
}

/** What a workbook of one kind holds and what makes a row of it right. Pure: no database is asked. */
export interface SheetKind<Column extends string, Row extends object> {
  readonly columns: Readonly<Record<Column, SheetColumn>>
  /** The same by the names that their fields have on the wire. */
  readonly fields: FieldsOf<Column>
  /** The columns in which a merged cell counts for each of its rows. */
  readonly fillDown: readonly Column[]
  /** The columns of which each row fills one, but for sums and notes, which stand below the rows or between them. */
  readonly subject: readonly Column[]
  /** Under which column a row that comes twice is reported. */
  readonly identityColumn: Column
  /** A column that makes no row by itself: text in it alone is a note. */
  readonly noteColumn?: Column
  /** Added to the message for a duplicate row. */
  readonly whenTwice?: string
  /** Whether rows are handed over all the same once one is wrong: somebody else looks for further errors in them. */
  readonly goesOnAfterErrors?: boolean
  /**
   * Reads a row, reporting what is wrong.
   *
   * `cells` is used again for the next row; a column that the sheet does not have is empty in every row, and not in `has`.
   * Where something is wrong the row is not used, but to look for what else is wrong with it.
   */
  understand(row: number, cells: Readonly<Record<Column, CellValue>>, findings: Findings<Column>, has: ReadonlySet<Column>): Row
  /** Rows of one identity are one thing twice; null if a row's identity could not be read. */
  identityOf(row: Row): string | null
  /** A parsed row for the preview. */
  show(row: Row): Readonly<Record<Column, string>>
  /** What columns do not suffice for, where no single one is required. */
  lacks?(has: ReadonlySet<Column>): readonly Column[]
  /** The refusal of a sheet whose columns do not suffice; without it that of an import. */
  notUnderstood?(unknown: UnknownColumns): Error
}
