import type { MaskedKind } from '#shared/owner/masking.ts'
import type { Db } from '../database/schema.ts'
import type { ListNames } from '../workbooks/maker.ts'
import type { Column } from '../workbooks/table.ts'

/** How phones and ID numbers are written: masked, or whole where a purpose was given. */
export type Shown = Readonly<Record<MaskedKind, (text: string) => string>>

/** A list that was found, ready to be read from end to end. */
export interface OpenList<Row> {
  /** Above the header: the estate and what is listed. */
  readonly title: string
  /** What it is a list of, by the names that the journal has for it. */
  readonly belongsTo: ListNames
  /** By what it is filtered, in words: 全部 where it is not. */
  readonly scope: string
  /** What it adds up to, in words. */
  readonly about: readonly string[]
  /** What the database counts; the rows must come to it. */
  readonly rowCount: number
  /** What each summed column must come to, by its title. */
  readonly totals: Readonly<Record<string, number>>
  /** In the list's order, some hundreds at a time. */
  readonly rows: AsyncIterable<readonly Row[]>
  /** Its own columns, where they depend on what it belongs to. */
  readonly columns?: readonly Column<Row>[]
  /** A second sheet 填写说明, for a list that is filled in: what is explained, and how. */
  readonly explanations?: readonly (readonly [subject: string, explanation: string])[]
}

/** What can be exported of one kind of list. Runs in a thread of its own, on a snapshot of the database. */
export interface ListExport<Filter, Row> {
  /** The sheet's name. */
  readonly sheet: string
  /** None where a list that was opened has its own. */
  readonly columns: (shown: Shown) => readonly Column<Row>[]
  /** @throws Refusal 404 if what the list belongs to is gone */
  open(db: Db, filter: Filter): Promise<OpenList<Row>>
}

/** The filter that a kind takes. */
export type FilterOf<Kind> = Kind extends ListExport<infer Filter, infer _Row> ? Filter : never

/** Rows that are read at once. */
export const STEP = 500

/** All pages of a list that is read page by page. */
export async function* pagesOf<Row>(read: (offset: number, limit: number) => Promise<{ readonly rows: readonly Row[] }>): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += STEP) {
    const { rows } = await read(offset, STEP)
    if (rows.length > 0) yield rows
    if (rows.length < STEP) return
  }
}

/** Rows by their keys, in the keys' order, step by step. */
export async function* byKeys<Row>(keys: readonly number[], read: (keys: readonly number[]) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < keys.length; from += STEP) yield read(keys.slice(from, from + STEP))
}
