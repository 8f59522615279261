import { sql } from 'kysely'
import { countOf } from '../../database/rows.ts'
import { updateMany } from '../../database/dialect.ts'
import { noteChanges, noteInserted, noteRemoval } from '../../database/sent-rows.ts'
import type { Db } from '../../database/schema.ts'
import { livePaper } from './livePaper.ts'
import { liveRecord } from './liveRecord.ts'
import { isCodeTaken, isLastAndVoid, isVoided } from './voided.ts'

/** Far behind every date: of a proxy without an end. */
const ENDLESS = 9_000_000_000_000_000
/** Until when the ballot `ballot` has a proxy that was not revoked, in epoch ms; null if it has none. */
export const newestProxyEnd = sql<number | null>`(
  select max(coalesce(proxy.valid_until, ${sql.lit(ENDLESS)})) from proxy where proxy.ballot_id = ballot.id and proxy.revoked_at is null)`

/** Queries on ballots. A ballot's live record, which voting writes, is half of what its state is: it is read here. */
export function ballotQueries(db: Db) {
  const ballots = () =>
    db
      .selectFrom('ballot')
      .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
      .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on(livePaper('paper')))
      .select('paper.status as paper_status')
      .select(['ballot.id', 'ballot.public_id', 'ballot.number', 'ballot.area_hundredths', 'ballot.is_ended', 'record.status as record_status'])
      .select([isVoided.as('is_voided'), newestProxyEnd.as('proxy_until')])

  return {
    /** A ballot of an activity by its public id, with its live record's and its paper's status, also one that has ended. */
    find: (activityKey: number, publicId: string) =>
      ballots().where('ballot.activity_id', '=', activityKey).where('ballot.public_id', '=', publicId).executeTakeFirst(),
    /** The same by the database's keys, in their order; one that is gone is left out. */
    byKeys: (keys: readonly number[]) => ballots().where('ballot.id', 'in', keys).orderBy('ballot.id').execute(),
    /** The highest number that a ballot of the activity ever had. */
    async lastNumber(activityKey: number): Promise<number> {
      const { last } = await db
        .selectFrom('ballot')
        .select((select) => select.fn.max<number | null>('number').as('last'))
        .where('activity_id', '=', activityKey)
        .executeTakeFirstOrThrow()
      return last ?? 0
    },
    /** Answers the new ballot's key. The area is in 0.01 m²; {@link settle} brings it to the sum of the properties put on it. */
    insertBallot(activityKey: number, publicId: string, number: number, areaHundredths: number) {
      const ballot = { public_id: publicId, activity_id: activityKey, number, area_hundredths: areaHundredths }
      noteInserted(db, 'ballot', [ballot])
      return db.insertInto('ballot').values(ballot).returning('id').executeTakeFirstOrThrow()
    },
    /** The sums of the areas of ballots' properties, by the ballots' keys; one that has no property has no entry. */
    async areas(keys: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('roster_property')
        .select((select) => ['ballot_id', select.fn.sum<number>('area_hundredths').as('area')])
        .where('ballot_id', 'in', keys)
        .groupBy('ballot_id')
        .execute()
      return new Map(rows.map((row) => [row.ballot_id, row.area]))
    },
    /** Brings the area of ballots to the sum of their properties; one that has none left ends. */
    async settle(keys: readonly number[]): Promise<void> {
      const areas = await this.areas(keys)
      const settled = keys.map((id) => ({ id, area_hundredths: areas.get(id) ?? 0, is_ended: areas.has(id) ? 0 : 1 }))
      await noteChanges(db, 'ballot', settled)
      const columns = ['area_hundredths', 'is_ended'] as const
      const rows = settled.map((ballot) => [ballot.id, ...columns.map((name) => ballot[name])])
      await updateMany(db, 'ballot', 'id', columns, columns, rows)
    },
    /** The ballots among these whose last record is void, each with that record's code and whether another record has the code now. */
    lastVoids: (keys: readonly number[]) =>
      db
        .selectFrom('vote_record as past')
        .select(['past.ballot_id', 'past.marked_code'])
        .select(isCodeTaken.as('is_code_taken'))
        .where('past.ballot_id', 'in', keys)
        .where(isLastAndVoid)
        .execute(),
    /** Those of the ballots that any paper was made for, spoiled ones too. */
    async withPapers(keys: readonly number[]): Promise<number[]> {
      const rows = await db.selectFrom('ballot_paper').select('ballot_id').distinct().where('ballot_id', 'in', keys).execute()
      return rows.map((row) => row.ballot_id)
    },
    /** Only ballots without any record or paper: a row that refers to one makes it fail. */
    removeBallots(keys: readonly number[]) {
      noteRemoval(db)
      return db.deleteFrom('ballot').where('id', 'in', keys).execute()
    },
    /** How many ballots of an activity count. */
    count: (activityKey: number): Promise<number> => countOf(db.selectFrom('ballot').where('activity_id', '=', activityKey).where('is_ended', '=', 0)),
    /** The keys of ballots of an activity, by their public ids. */
    keysOf: (activityKey: number, publicIds: readonly string[]) =>
      db.selectFrom('ballot').select(['id', 'public_id']).where('activity_id', '=', activityKey).where('public_id', 'in', publicIds).execute(),
  }
}
