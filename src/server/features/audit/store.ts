import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { FiledEntry } from './entryContent.ts'
import { entryWrites, type Entry } from './entryWrites.ts'
import { listQueries } from './listQueries.ts'
import { partQueries } from './partQueries.ts'

const contentBytes = sql<number>`octet_length(before_data) + octet_length(after_data) + coalesce(octet_length(content), 0)`.as('bytes')

/** Queries on the journal: its entries, their parts and their summaries. */
export function auditStore(db: Kysely<Schema>) {
  return {
    ...entryWrites(db),
    ...listQueries(db),
    ...partQueries(db),

    /** Undefined where there is no entry of that number. */
    hashOf: async (number: number) => (await db.selectFrom('audit_entry').select('hash').where('number', '=', number).executeTakeFirst())?.hash,
    /** An entry with its contents, whatever their size; undefined where there is none. */
    find: (number: number) => db.selectFrom('audit_entry').selectAll().where('number', '=', number).executeTakeFirst(),
    /** When somebody last did something, newest first. */
    async newestTimes({
      action,
      userKey,
      since,
      limit,
    }: {
      readonly action: string
      readonly userKey: number
      readonly since: number
      readonly limit: number
    }) {
      const rows = await db
        .selectFrom('audit_entry')
        .select('at')
        .where('action', '=', action)
        .where('user_id', '=', userKey)
        .where('at', '>', since)
        .orderBy('number', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ at }) => at)
    },
    /** Entries in their order, each with the activity under which it is found; null where nothing says so. */
    filedBetween: (first: number, last: number): Promise<FiledEntry[]> =>
      db
        .selectFrom('audit_entry')
        .leftJoin('audit_summary', 'audit_summary.number', 'audit_entry.number')
        .selectAll('audit_entry')
        .select('audit_summary.activity_id')
        .where('audit_entry.number', '>=', first)
        .where('audit_entry.number', '<=', last)
        .orderBy('audit_entry.number')
        .execute(),
    /** The entries of these numbers with their contents, newest first. */
    named: (numbers: readonly number[]): Promise<Entry[]> =>
      db.selectFrom('audit_entry').selectAll().where('number', 'in', numbers).orderBy('number', 'desc').execute(),
    /** How large entries are, newest first, as in `sizesAfter`. */
    sizes: (numbers: readonly number[]) =>
      db.selectFrom('audit_entry').select(['number', 'row_count', contentBytes]).where('number', 'in', numbers).orderBy('number', 'desc').execute(),
    /** How large the next entries are, in bytes, without a look at their contents. */
    sizesAfter: (number: number, limit: number) =>
      db.selectFrom('audit_entry').select(['number', 'row_count', contentBytes]).where('number', '>', number).orderBy('number').limit(limit).execute(),
    /** An entry without its contents. */
    head: (number: number) =>
      db
        .selectFrom('audit_entry')
        .select(['number', 'at', 'user_id', 'username', 'nick_name', 'address', 'action', 'subject'])
        .select(['previous_hash', 'hash', 'row_count', 'parts_hash', 'content_hash'])
        .where('number', '=', number)
        .executeTakeFirst(),
    /** Characters of an entry's contents, from a place on, counted from 1. */
    piece: async (number: number, column: 'before_data' | 'after_data', from: number, length: number): Promise<string> =>
      (
        await db
          .selectFrom('audit_entry')
          .select(sql<string>`substr(${sql.ref(column)}, cast(${from} as integer), cast(${length} as integer))`.as('piece'))
          .where('number', '=', number)
          .executeTakeFirst()
      )?.piece ?? '',
  }
}

export type ListRow = Awaited<ReturnType<ReturnType<typeof auditStore>['rows']>>[number]
