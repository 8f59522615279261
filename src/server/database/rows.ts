import { sql, type SelectQueryBuilder } from 'kysely'

/** The rows in the order of the keys; keys without a row are left out. */
export function inOrderOf<Row extends { readonly id: number }>(keys: readonly number[], rows: readonly Row[]): Row[] {
  const byKey = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

/** Keys per statement by default. */
const NAMED_AT_ONCE = 500
/** Splits a list into chunks for one statement or one turn of the event loop; the last may be shorter. */
export function* chunksOf<T>(all: readonly T[], size = NAMED_AT_ONCE): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/** Is awaited before each of many statements, so that other desks are served meanwhile; what it throws gives all of them up. */
export type OnChunk = () => void | Promise<void>

/** What is found for a long list, some of it in one statement. */
export async function foundFor<K, Row>(all: readonly K[], find: (some: K[]) => Promise<readonly Row[]>, onChunk?: OnChunk): Promise<Row[]> {
  const found: Row[] = []
  for (const some of chunksOf(all)) {
    await onChunk?.()
    for (const row of await find(some)) found.push(row)
  }
  return found
}

/**
 * The keys of rows in chunks: a long list is read as all keys at once, then its rows by key.
 *
 * Without statistics, a database would read and sort the whole rest again for each keyset page.
 */
export function* inChunks(rows: readonly { readonly key: number }[], size: number): Generator<number[]> {
  for (const some of chunksOf(rows, size)) yield some.map((row) => row.key)
}

/** How many rows a query finds. */
export async function countOf<S, T extends keyof S, Row>(query: SelectQueryBuilder<S, T, Row>): Promise<number> {
  const { count } = await query
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a query finds any row. */
export async function hasAny<S, T extends keyof S, Row>(query: SelectQueryBuilder<S, T, Row>): Promise<boolean> {
  const one = query.select(sql`1`.as('found')).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}
