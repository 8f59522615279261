import { sql, type Selectable } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { yieldToEventLoop } from '../kernel/yieldToEventLoop.ts'
import { engineOf } from './dialect.ts'
import type { Db, Schema } from './schema.ts'

/** Tables of a vote whose rows are verified before a commit. */
export type WatchedTable =
  | 'activity'
  | 'ballot'
  | 'roster_property'
  | 'vote_record'
  | 'notification'
  | 'ballot_paper'
  | 'proxy'
  | 'reading'
  | 'reading_page'
  | 'sample'
  | 'contact'
  | 'publication'
  | 'objection'
  | 'objection_decision'
  | 'estate_rules'

/** A row as sent by a service: its key, and every expected column. */
export interface SentRow {
  readonly table: WatchedTable
  /** The public id if the table has one: SQLite reuses the number of a removed row. */
  readonly key: number | string
  readonly values: Readonly<Record<string, unknown>>
}
/** Rows were removed: a missing one may be among them. */
const REMOVAL = { isRemoval: true } as const
export type Sent = SentRow | typeof REMOVAL

/** Receivers of the rows sent in a transaction, while a job runs in it. */
const takers = new WeakMap<object, (sent: Sent) => void>()

/** Passes whatever is sent in a transaction from now on to `take`. */
export const takeSentRows = (tx: Db, take: (sent: Sent) => void): void => void takers.set(tx, take)

/** Notes inserted rows, each with the given columns. */
export function noteInserted(db: Db, table: WatchedTable, rows: readonly { readonly public_id: string }[]): void {
  const take = takers.get(db)
  for (const row of take ? rows : []) take?.({ table, key: row.public_id, values: { ...row } })
}

/** A change of a row: the columns written; an expression means that the database computes the value. */
type Change = Readonly<Record<string, unknown>> & { readonly id: number }

/** Notes rows before they are changed: all other columns must stay. Returns the expected rows, by number. */
export async function noteChanges<Table extends WatchedTable>(
  db: Db,
  table: Table,
  changes: readonly Change[],
): Promise<ReadonlyMap<number, Selectable<Schema[Table]>>> {
  const take = takers.get(db)
  const stored = await storedRows(
    db,
    table,
    changes.map(({ id }) => id),
  )
  const becoming = new Map<number, object>()
  for (const change of changes) {
    const row = stored.get(change.id)
    const values = { ...row, ...change }
    if (row) becoming.set(change.id, values)
    take?.({ table, key: row?.public_id ?? change.id, values })
  }
  return becoming as ReadonlyMap<number, Selectable<Schema[Table]>> // every column was read
}

/** The same for one change applied to all. */
export const noteChanged = (db: Db, table: WatchedTable, keys: readonly number[], change: object) =>
  noteChanges(
    db,
    table,
    keys.map((id) => ({ ...change, id })),
  )

/** Notes that rows are removed. */
export const noteRemoval = (db: Db): void => takers.get(db)?.(REMOVAL)

/** Rows per query. */
const CHUNK = 500

/**
 * Compares what was sent with what the database returns, as the last step before a commit (`proof.md` section 8).
 *
 * @param all in sending order: the last write counts
 * @throws Refusal `database.storedOtherwise` (500) with the first table and column that differ
 */
export async function checkSentRows(tx: Db, all: readonly Sent[]): Promise<void> {
  const sent = all.filter((each) => 'table' in each)
  if (sent.length === 0) return
  await runDeferred(tx)
  const mayBeGone = sent.length < all.length
  for (const table of new Set(sent.map((row) => row.table))) {
    const expected = new Map<number | string, Record<string, unknown>>()
    for (const { key, values } of sent.filter((row) => row.table === table)) expected.set(key, { ...expected.get(key), ...values })
    const stored = await storedRows(tx, table, [...expected.keys()])
    let compared = 0
    for (const [key, values] of expected) {
      if (++compared % CHUNK === 0) await yieldToEventLoop()
      const row = stored.get(key)
      if (!row && !mayBeGone) throw new Refusal('database.storedOtherwise', { table, field: 'id' })
      const field = row && Object.keys(values).find((name) => values[name] !== undefined && !isSame(values[name], row[name]))
      if (field !== undefined) throw new Refusal('database.storedOtherwise', { table, field })
    }
  }
}

/** Runs PostgreSQL's deferred work, which would otherwise change rows at the commit, after every check. */
export async function runDeferred(tx: Db): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`set constraints all immediate`.execute(tx)
}

type StoredRow = Readonly<Record<string, unknown>> & { readonly id: number; readonly public_id?: string }

/** Rows by number and by public id; missing ones have no entry. */
async function storedRows(db: Db, table: WatchedTable, keys: readonly (number | string)[]): Promise<ReadonlyMap<number | string, StoredRow>> {
  const stored = new Map<number | string, StoredRow>()
  for (const column of ['id', 'public_id']) {
    const wanted = keys.filter((key) => (typeof key === 'number') === (column === 'id'))
    for (let from = 0; from < wanted.length; from += CHUNK) {
      if (from > 0) await yieldToEventLoop()
      const some = sql.join(wanted.slice(from, from + CHUNK))
      const { rows } = await sql<StoredRow>`select * from ${sql.table(table)} where ${sql.ref(column)} in (${some})`.execute(db)
      for (const row of rows) stored.set(column === 'id' ? row.id : (row.public_id ?? row.id), row)
    }
  }
  return stored
}

/** A sent expression is computed by the database, so any value matches. */
const isSame = (sent: unknown, stored: unknown): boolean => sent === stored || (typeof sent === 'object' && sent !== null)
