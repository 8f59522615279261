import { sql } from 'kysely'
import { countOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { FiledEntry } from './entryContent.ts'
import { type Entry, entryWrites } from './entryWrites.ts'
import { importActions } from '#shared/features/audit/contract.ts'
import { jsonField } from '../../database/dialect.ts'
import { isInScope, type EstateScope } from '../../scope/estateScope.ts'

const contentBytes = sql<number>`coalesce(octet_length(content), 0)`.as('bytes')

/** The entry at which the journal's time restarts (`journalTime.ts`). */
export const CLOCK_ACCEPTED = 'audit.acceptClock'
/** Times that are read together. */
const TIMES_AT_ONCE = 5_000

/** How often somebody did something since a moment (epoch ms), at most `limit` times. */
export interface TimesAsked {
  readonly action: string
  readonly userKey: number
  readonly since: number
  readonly limit: number
}

/** Queries on the journal: its entries, their parts and their summaries. */
export function auditStore(db: Db) {
  return {
    ...entryWrites(db),
    ...listQueries(db),
    ...partQueries(db),

    /** Undefined if there is no entry of that number. */
    hashOf: async (number: number) => (await db.selectFrom('audit_entry').select('hash').where('number', '=', number).executeTakeFirst())?.hash,
    /** An entry with its contents, whatever their size; undefined if none. */
    find: (number: number) => db.selectFrom('audit_entry').selectAll().where('number', '=', number).executeTakeFirst(),
    /** The highest time of the entries since the last one that accepted the clock, in epoch ms; 0 in an empty journal. */
    async latestTime(): Promise<number> {
      const newest = (column: 'number' | 'at') => db.selectFrom('audit_entry').select(column).orderBy(column, 'desc').limit(1)
      const accepted = await newest('number').where('action', '=', CLOCK_ACCEPTED).executeTakeFirst()
      return (
        (
          await newest('at')
            .where('number', '>=', accepted?.number ?? 0)
            .executeTakeFirst()
        )?.at ?? 0
      )
    },
    /** When the next entries were written, and of which action, in their order; none behind `upTo`. */
    timesAfter: (number: number, upTo = Number.MAX_SAFE_INTEGER) =>
      db
        .selectFrom('audit_entry')
        .select(['number', 'at', 'action'])
        .where('number', '>', number)
        .where('number', '<=', upTo)
        .orderBy('number')
        .limit(TIMES_AT_ONCE)
        .execute(),
    /** When somebody last did something, newest first. */
    async newestTimes({ action, userKey, since, limit }: TimesAsked) {
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
    /** Entries in their order, each with the activity under which it is found; null if nothing says so. */
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
  }
}

export type ListRow = Awaited<ReturnType<ReturnType<typeof auditStore>['rows']>>[number]

/** Queries on the rows of big changes. */
function partQueries(db: Db) {
  return {
    /** The newest entries about something of any of some actions, newest first. */
    newestAbout: (subject: string, actions: readonly string[], limit: number) =>
      db.selectFrom('audit_entry').selectAll().where('subject', '=', subject).where('action', 'in', actions).orderBy('number', 'desc').limit(limit).execute(),
    /** The rows of one part, which count from 1, as JSON; undefined if it is not there. */
    part: (number: number, part: number) => db.selectFrom('audit_part').selectAll().where('number', '=', number).where('part', '=', part).executeTakeFirst(),
    /** How many parts an entry has, whatever it says itself. */
    partCount: (number: number): Promise<number> => countOf(db.selectFrom('audit_part').where('number', '=', number)),
    /** The entries of a range that have parts, whatever they say themselves, in their order. */
    numbersWithParts: async (first: number, last: number): Promise<number[]> =>
      (await db.selectFrom('audit_part').select('number').distinct().where('number', '>=', first).where('number', '<=', last).orderBy('number').execute()).map(
        ({ number }) => number,
      ),
  }
}

/** 1 where an entry's contents are gone (`entryContent.ts`); they are not read for it. */
const isErased = sql<0 | 1>`case when entry.content is null then 1 else 0 end`.as('is_erased')

/** Queries on entries as lists show them; nothing of their contents is read. */
function listQueries(db: Db) {
  return {
    /** What an activity was called last; `''` if no entry knows it. */
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
    /** Newest first. */
    lastImports: (scope: EstateScope, limit: number) =>
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
        .where(isInScope(db, scope, sql.ref('estate.id')))
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
