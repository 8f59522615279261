import { sql, type Kysely } from 'kysely'
import { importActions } from '#shared/features/audit/contract.ts'
import { jsonField } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'

/** 1 where an entry's contents are gone (`entryContent.ts`); they are not read for it. */
const isErased = sql<0 | 1>`case when entry.content is null and octet_length(entry.before_data) + octet_length(entry.after_data) = 0 then 1 else 0 end`.as(
  'is_erased',
)

/** Queries on entries as lists show them; nothing of their contents is read. */
export function listQueries(db: Kysely<Schema>) {
  return {
    /** Undefined for an entry without a summary. */
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
    /** The newest entry of an action about one thing. */
    newestOf: (action: string, subject: string) =>
      db
        .selectFrom('audit_entry')
        .selectAll()
        .where('subject', '=', subject)
        .where('action', '=', action)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst(),
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
        .select(['summary.hash', 'summary.subject_name', 'summary.activity_id', 'summary.activity_title', 'summary.summary', 'summary.kind'])
        .select(isErased)
        .where('entry.number', 'in', numbers)
        .orderBy('entry.number', 'desc')
        .execute(),
  }
}
