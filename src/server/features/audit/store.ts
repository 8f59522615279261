import { sql, type Kysely } from 'kysely'
import { importActions } from '#shared/features/audit/contract.ts'
import { insertMany, jsonField } from '../../database/dialect.ts'
import { prepare } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import type { AuditTables } from './tables.ts'

type Entry = AuditTables['audit_entry']

/** Every group of changes asks for it: built once. */
const lastEntry = prepare<object, Pick<Entry, 'number' | 'hash'>>({}, (db) =>
  db.selectFrom('audit_entry').select(['number', 'hash']).orderBy('number', 'desc').limit(1),
)
const ENTRY_COLUMNS = [
  'number',
  'at',
  'user_id',
  'username',
  'nick_name',
  'address',
  'action',
  'subject',
  'before_data',
  'after_data',
  'previous_hash',
  'hash',
  'row_count',
  'parts_hash',
] as const satisfies readonly (keyof Entry)[]
const SUMMARY_COLUMNS = [
  'number',
  'hash',
  'subject_name',
  'activity_id',
  'activity_title',
  'summary',
  'search_text',
  'import_data',
] as const satisfies readonly (keyof AuditTables['audit_summary'])[]

const contentBytes = sql<number>`octet_length(before_data) + octet_length(after_data)`.as('bytes')

export function auditStore(db: Kysely<Schema>) {
  return {
    last: async () => (await lastEntry(db, {}))[0],
    insertAll: (entries: readonly Entry[]) =>
      insertMany(
        db,
        'audit_entry',
        ENTRY_COLUMNS,
        entries.map((entry) => ENTRY_COLUMNS.map((name) => entry[name])),
      ),
    insertSummaries: (summaries: readonly AuditTables['audit_summary'][]) =>
      insertMany(
        db,
        'audit_summary',
        SUMMARY_COLUMNS,
        summaries.map((summary) => SUMMARY_COLUMNS.map((name) => summary[name])),
      ),
    insertPart: (part: AuditTables['audit_part']) => db.insertInto('audit_part').values(part).execute(),

    hashOf: async (number: number) => (await db.selectFrom('audit_entry').select('hash').where('number', '=', number).executeTakeFirst())?.hash,
    find: (number: number) => db.selectFrom('audit_entry').selectAll().where('number', '=', number).executeTakeFirst(),
    summaryOf: (number: number) => db.selectFrom('audit_summary').selectAll().where('number', '=', number).executeTakeFirst(),
    /** What an activity was called last; `''` where no entry knows it. */
    async activityTitle(activityId: string): Promise<string> {
      const row = await db
        .selectFrom('audit_summary')
        .select('activity_title')
        .where('activity_id', '=', activityId)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.activity_title ?? ''
    },
    part: (number: number, part: number) => db.selectFrom('audit_part').selectAll().where('number', '=', number).where('part', '=', part).executeTakeFirst(),

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
        .select(['number', 'at', 'user_id', 'username', 'nick_name', 'address', 'action', 'subject', 'previous_hash', 'hash', 'row_count', 'parts_hash'])
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

    /** Newest first. */
    lastImports: (limit: number) =>
      db
        .selectFrom('audit_summary as summary')
        .innerJoin('audit_entry as entry', 'entry.number', 'summary.number')
        .leftJoin('activity', (join) => join.onRef('activity.public_id', '=', 'entry.subject'))
        .leftJoin('estate', (join) =>
          join.on((on) => on.or([on('estate.id', '=', on.ref('activity.estate_id')), on('estate.public_id', '=', on.ref('entry.subject'))])),
        )
        .select(['entry.number', 'entry.at', 'entry.username', 'entry.nick_name'])
        .select(sql.ref<(typeof importActions)[number]>('entry.action').as('action'))
        .select((select) =>
          (['total', 'inserted', 'updated'] as const).map((name) => jsonField(db, select.ref('summary.import_data').$castTo<string>(), name).as(name)),
        )
        .select((select) => jsonField(db, select.ref('summary.import_data').$castTo<string>(), 'fileName').as('file_name'))
        .select(['estate.public_id as estate_id', 'estate.name as estate_name', 'activity.public_id as activity_id', 'activity.title as activity_title'])
        .where('summary.import_data', 'is not', null)
        .orderBy('summary.number', 'desc')
        .limit(limit)
        .execute(),

    /** The rows of the list with these numbers, newest first: nothing of the contents is read. */
    rows: (numbers: readonly number[]) =>
      db
        .selectFrom('audit_entry as entry')
        .leftJoin('audit_summary as summary', 'summary.number', 'entry.number')
        .select(['entry.number', 'entry.at', 'entry.username', 'entry.nick_name', 'entry.address', 'entry.action', 'entry.subject'])
        .select(['summary.hash', 'summary.subject_name', 'summary.activity_id', 'summary.activity_title', 'summary.summary'])
        .where('entry.number', 'in', numbers)
        .orderBy('entry.number', 'desc')
        .execute(),
  }
}
export type ListRow = Awaited<ReturnType<ReturnType<typeof auditStore>['rows']>>[number]
