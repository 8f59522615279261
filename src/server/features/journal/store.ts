import { sql } from 'kysely'
import { countOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { FiledEntry } from './entryContent.ts'
import { type Entry, entryWrites } from './entryWrites.ts'
import { importActions } from '#shared/features/journal/contract.ts'
import { jsonField } from '../../database/dialect.ts'
import { isInScope, type EstateScope } from '../../scope/estateScope.ts'

const contentBytes = sql<number>`coalesce(octet_length(content), 0)`.as('bytes')

/** The action of entries at which the journal's time restarts (`journalTime.ts`). */
export const CLOCK_ACCEPTED = 'audit.acceptClock'
/** Times per read. */
const TIMES_AT_ONCE = 5_000

/** How often somebody did something since a moment (epoch ms), at most `limit` times. */
export interface TimesAsked {
  readonly action: string
  readonly userKey: number
  readonly since: number
  readonly limit: number
}

/** Queries on the journal: its entries, their parts and their summaries. */
export function journalStore(db: Db) {
  return {
    ...entryWrites(db),
    ...listQueries(db),
    ...partQueries(db),

    /** Undefined if there is no such entry. */
    hashOf: async (number: number) => (await db.selectFrom('audit_entry').select('hash').where('number', '=', number).executeTakeFirst())?.hash,
    /** An entry with its contents, of any size; undefined if none. */
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
    /** Time and action of the next entries, in order; none after `upTo`. */
    timesAfter: (number: number, upTo = Number.MAX_SAFE_INTEGER) =>
      db
        .selectFrom('audit_entry')
        .select(['number', 'at', 'action'])
        .where('number', '>', number)
        .where('number', '<=', upTo)
        .orderBy('number')
        .limit(TIMES_AT_ONCE)
        .execute(),
    /** When a user last did something, newest first. */
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
    /** Entries in order, each with the activity it is filed under; null if unknown. */
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
    /** The entries with these numbers and their contents, newest first. */
    named: (numbers: readonly number[]): Promise<Entry[]> =>
      db.selectFrom('audit_entry').selectAll().where('number', 'in', numbers).orderBy('number', 'desc').execute(),
    /** Sizes of entries, newest first, as in `sizesAfter`. */
    sizes: (numbers: readonly number[]) =>
      db.selectFrom('audit_entry').select(['number', 'row_count', contentBytes]).where('number', 'in', numbers).orderBy('number', 'desc').execute(),
    /** Sizes of the next entries in bytes, without reading their contents. */
    sizesAfter: (number: number, limit: number) =>
      db.selectFrom('audit_entry').select(['number', 'row_count', contentBytes]).where('number', '>', number).orderBy('number').limit(limit).execute(),
  }
}

export type ListRow = Awaited<ReturnType<ReturnType<typeof journalStore>['rows']>>[number]

/** Queries on the rows of big changes. */
function partQueries(db: Db) {
  return {
    /** The newest entries about something of any of some actions, newest first. */
    newestAbout: (subject: string, actions: readonly string[], limit: number) =>
      db.selectFrom('audit_entry').selectAll().where('subject', '=', subject).where('action', 'in', actions).orderBy('number', 'desc').limit(limit).execute(),
    /** An action's newest entries about a subject, with contents, newest first. */
    part: (number: number, part: number) => db.selectFrom('audit_part').selectAll().where('number', '=', number).where('part', '=', part).executeTakeFirst(),
    /** The actual number of an entry's parts, whatever its content says. */
    partCount: (number: number): Promise<number> => countOf(db.selectFrom('audit_part').where('number', '=', number)),
    /** The entries of a range that actually have parts, in order. */
    numbersWithParts: async (first: number, last: number): Promise<number[]> =>
      (await db.selectFrom('audit_part').select('number').distinct().where('number', '>=', first).where('number', '<=', last).orderBy('number').execute()).map(
        ({ number }) => number,
      ),
  }
}

/** 1 if an entry's contents were erased (`entryContent.ts`), without reading them. */
const isErased = sql<0 | 1>`case when entry.content is null then 1 else 0 end`.as('is_erased')

/** Queries on entries for lists; never read contents. */
function listQueries(db: Db) {
  return {
    /** An activity's last known title; `''` if no entry has one. */
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
    /** The list's rows with these numbers, newest first, without reading contents. */
    rows: (numbers: readonly number[]) =>
      db
        .selectFrom('audit_entry as entry')
        .leftJoin('audit_summary as summary', 'summary.number', 'entry.number')
        .select(['entry.number', 'entry.at', 'entry.username', 'entry.nick_name', 'entry.address', 'entry.action', 'entry.subject', 'entry.hash'])
        .select(['summary.subject_name', 'summary.activity_id', 'summary.activity_title', 'summary.summary', 'summary.kind'])
        .select(isErased)
        .where('entry.number', 'in', numbers)
        .orderBy('entry.number', 'desc')
        .execute(),
  }
}
