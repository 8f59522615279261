import { sql, type Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { engineOf } from './dialect.ts'
import type { Schema } from './schema.ts'

/** Tables of a vote whose rows are looked at again before a commit. */
export type WatchedTable = 'activity' | 'ballot' | 'roster_property' | 'vote_record' | 'notification' | 'ballot_paper' | 'proxy'
type KeyColumn = 'id' | 'public_id'

/** A row as a service sent it: its key, and the columns that were written with a value. */
export interface SentRow {
  readonly table: WatchedTable
  readonly keyColumn: KeyColumn
  readonly key: number | string
  /** Null if the row was removed. */
  readonly values: Readonly<Record<string, unknown>> | null
}

/** Who takes the rows that are sent in a transaction, while a job runs in it. */
const takers = new WeakMap<object, (row: SentRow) => void>()

/** Has whatever is sent in a transaction from now on handed to `take`. */
export const takeSentRows = (tx: Kysely<Schema>, take: (row: SentRow) => void): void => void takers.set(tx, take)

/** Notes rows that are inserted, each with a value for every column that is given. */
export function noteInserted(db: Kysely<Schema>, table: WatchedTable, rows: readonly { readonly public_id: string }[]): void {
  const take = takers.get(db)
  for (const row of take ? rows : []) take?.({ table, keyColumn: 'public_id', key: row.public_id, values: { ...row } })
}

/** A change of a row: the columns that are written, where an expression is the database's own to fill in. */
type Change = Readonly<Record<string, unknown>> & { readonly id: number }

/** Notes rows before they are changed: all of their other columns are to stay. */
export async function noteChanges(db: Kysely<Schema>, table: WatchedTable, changes: readonly Change[]): Promise<void> {
  const take = takers.get(db)
  if (!take) return
  const stored = await storedRows(
    db,
    table,
    'id',
    changes.map(({ id }) => id),
  )
  for (const change of changes) take({ table, keyColumn: 'id', key: change.id, values: { ...stored.get(change.id), ...change } })
}

/** The same where one change is written to all. */
export const noteChanged = (db: Kysely<Schema>, table: WatchedTable, keys: readonly number[], change: object): Promise<void> =>
  noteChanges(
    db,
    table,
    keys.map((id) => ({ ...change, id })),
  )

/** Notes rows that are removed. */
export function noteRemoved(db: Kysely<Schema>, table: WatchedTable, keys: readonly number[]): void {
  const take = takers.get(db)
  for (const key of take ? keys : []) take?.({ table, keyColumn: 'id', key, values: null })
}

/** Rows that are asked for together. */
const CHUNK = 500

/**
 * Compares what was sent with what the database gives back, as the last thing before a commit (`proof.md` section 8).
 *
 * @param sent in the order in which it was sent: what was written later counts
 * @throws Refusal `database.storedOtherwise` (500) with the first table and column that differ
 */
export async function checkSentRows(tx: Kysely<Schema>, sent: readonly SentRow[]): Promise<void> {
  if (sent.length === 0) return
  // What is put off to the commit changes rows behind every look at them.
  if (engineOf(tx) === 'postgres') await sql`set constraints all immediate`.execute(tx)
  for (const table of new Set(sent.map((row) => row.table))) {
    await checkTable(
      tx,
      table,
      sent.filter((row) => row.table === table),
    )
  }
}

type StoredRow = Readonly<Record<string, unknown>> & { readonly id: number; readonly public_id: string }

/** Rows by their keys; one that is not there has no entry. */
async function storedRows(db: Kysely<Schema>, table: WatchedTable, keyColumn: KeyColumn, keys: readonly (number | string)[]) {
  const stored = new Map<number | string, StoredRow>()
  const distinct = [...new Set(keys)]
  for (let from = 0; from < distinct.length; from += CHUNK) {
    const some = sql.join(distinct.slice(from, from + CHUNK))
    const { rows } = await sql<StoredRow>`select * from ${sql.table(table)} where ${sql.ref(keyColumn)} in (${some})`.execute(db)
    for (const row of rows) stored.set(row.id, row).set(row.public_id, row)
  }
  return stored
}

async function checkTable(tx: Kysely<Schema>, table: WatchedTable, sent: readonly SentRow[]): Promise<void> {
  const keysBy = (column: KeyColumn) => sent.filter((row) => row.keyColumn === column).map(({ key }) => key)
  const byPublicId = await storedRows(tx, table, 'public_id', keysBy('public_id'))
  const known = new Set(byPublicId.keys())
  const byId = await storedRows(
    tx,
    table,
    'id',
    keysBy('id').filter((key) => !known.has(key)),
  )
  const stored = new Map([...byPublicId, ...byId])
  const removed = new Set<number | string>()
  const expected = new Map<StoredRow, Record<string, unknown>>()
  for (const { key, values } of sent) {
    const row = stored.get(key)
    if (values === null) removed.add(key)
    else if (row) expected.set(row, { ...expected.get(row), ...values })
  }
  for (const { key, values } of sent) {
    const isThere = stored.has(key)
    // Who was removed by the key is not found by the public id either.
    const isMissed = values !== null && !isThere && removed.size === 0
    if (isMissed || (values === null && isThere)) throw new Refusal('database.storedOtherwise', { table, field: 'id' })
  }
  for (const [row, values] of expected) {
    for (const [field, value] of Object.entries(values)) {
      if (value !== undefined && !isSame(value, row[field])) throw new Refusal('database.storedOtherwise', { table, field })
    }
  }
}

/** Engines give numbers back as they like; an expression is the database's own to fill in. */
function isSame(sent: unknown, stored: unknown): boolean {
  if (sent === null || stored === null || stored === undefined) return sent === stored
  return typeof sent === 'object' || String(sent) === String(stored)
}
