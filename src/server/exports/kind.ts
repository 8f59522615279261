import type { MaskedKind } from '#shared/owner/masking.ts'
import type { Db } from '../database/schema.ts'
import type { ListNames } from '../workbooks/maker.ts'
import type { Column } from '../workbooks/table.ts'

/** How phones and ID numbers are written: masked, or whole if a purpose was given. */
export type Shown = Readonly<Record<MaskedKind, (text: string) => string>>

/** A list opened for reading from end to end. */
export interface OpenList<Row> {
  /** Above the header: the estate and what is listed. */
  readonly title: string
  /** What the list belongs to, by the journal's names. */
  readonly belongsTo: ListNames
  /** The filter in words; 全部 if unfiltered. */
  readonly scope: string
  /** Totals in words. */
  readonly about: readonly string[]
  /** The database's count, which the rows must match. */
  readonly rowCount: number
  /** Expected sum of each summed column, by its title. */
  readonly totals: Readonly<Record<string, number>>
  /** In list order, in batches of some hundreds. */
  readonly rows: AsyncIterable<readonly Row[]>
  /** Columns that depend on what the list belongs to. */
  readonly columns?: readonly Column<Row>[]
  /** Rows of a second sheet 填写说明, for lists to be filled in. */
  readonly explanations?: readonly (readonly [subject: string, explanation: string])[]
}

/** How one kind of list is exported. Runs in a worker thread, on a database snapshot. */
export interface ListExport<Filter, Row> {
  /** The sheet's name. */
  readonly sheet: string
  /** Default columns, unless the opened list has its own. */
  readonly columns: (shown: Shown) => readonly Column<Row>[]
  /** @throws Refusal 404 if what the list belongs to is gone */
  open(db: Db, filter: Filter): Promise<OpenList<Row>>
}

/** The filter that a kind takes. */
export type FilterOf<Kind> = Kind extends ListExport<infer Filter, infer _Row> ? Filter : never

/** Rows per read. */
export const STEP = 500

/** Reads all pages of a paged list. */
export async function* pagesOf<Row>(read: (offset: number, limit: number) => Promise<{ readonly rows: readonly Row[] }>): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += STEP) {
    const { rows } = await read(offset, STEP)
    if (rows.length > 0) yield rows
    if (rows.length < STEP) return
  }
}

/** Reads rows by key in batches, in the order of the keys. */
export async function* byKeys<Row>(keys: readonly number[], read: (keys: readonly number[]) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < keys.length; from += STEP) yield read(keys.slice(from, from + STEP))
}
