import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { entryWrites, type Entry } from './entryWrites.ts'
import { listQueries } from './listQueries.ts'

const contentBytes = sql<number>`octet_length(before_data) + octet_length(after_data) + coalesce(octet_length(content), 0)`.as('bytes')

/** Queries on the journal: its entries, their parts and their summaries. */
export function auditStore(db: Kysely<Schema>) {
  return {
    ...entryWrites(db),
    ...listQueries(db),

    hashOf: async (number: number) => (await db.selectFrom('audit_entry').select('hash').where('number', '=', number).executeTakeFirst())?.hash,
    find: (number: number) => db.selectFrom('audit_entry').selectAll().where('number', '=', number).executeTakeFirst(),
    part: (number: number, part: number) => db.selectFrom('audit_part').selectAll().where('number', '=', number).where('part', '=', part).executeTakeFirst(),
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
    named: (numbers: readonly number[]): Promise<Entry[]> =>
      db.selectFrom('audit_entry').selectAll().where('number', 'in', numbers).orderBy('number', 'desc').execute(),
    /** How large entries are, newest first, as in `sizesAfter`. */
    sizes: (numbers: readonly number[]) =>
      db.selectFrom('audit_entry').select(['number', 'row_count', contentBytes]).where('number', 'in', numbers).orderBy('number', 'desc').execute(),
    /** How large the next entries are, in bytes, without a look at their contents. */
    sizesAfter: (number: number, limit: number) =>
      db.selectFrom('audit_entry').select(['number', 'row_count', contentBytes]).where('number', '>', number).orderBy('number').limit(limit).execute(),
    between: (first: number, last: number): Promise<Entry[]> =>
      db.selectFrom('audit_entry').selectAll().where('number', '>=', first).where('number', '<=', last).orderBy('number').execute(),
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
    /** How many parts an entry has, whatever it says itself. */
    async partCount(number: number): Promise<number> {
      const { total } = await db
        .selectFrom('audit_part')
        .select((select) => select.fn.countAll<number>().as('total'))
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      return total
    },
    /** The first entry of a range that has a part, whatever it says itself; null where none has. */
    async firstPart(first: number, last: number): Promise<number | null> {
      const row = await db
        .selectFrom('audit_part')
        .select('number')
        .where('number', '>=', first)
        .where('number', '<=', last)
        .orderBy('number')
        .limit(1)
        .executeTakeFirst()
      return row?.number ?? null
    },
  }
}

export type ListRow = Awaited<ReturnType<ReturnType<typeof auditStore>['rows']>>[number]
