import { sql } from 'kysely'
import { countOf } from '../../database/rows.ts'
import { updateMany } from '../../database/dialect.ts'
import { noteChanges, noteInserted, noteRemoval } from '../../database/sent-rows.ts'
import type { Db } from '../../database/schema.ts'
import { livePaper } from './livePaper.ts'
import { liveRecord } from './liveRecord.ts'
import { isCodeTaken, isLastAndVoid, isVoided } from './voided.ts'

/** Later than any date: the end of a proxy without an end. */
const ENDLESS = 9_000_000_000_000_000
/** When the last unrevoked proxy of the ballot `ballot` ends, in epoch ms; null if it has none. */
export const newestProxyEnd = sql<number | null>`(
  select max(coalesce(proxy.valid_until, ${sql.lit(ENDLESS)})) from proxy where proxy.ballot_id = ballot.id and proxy.revoked_at is null)`

/** Queries on ballots. Includes a ballot's live record, which voting writes, since the ballot's state depends on it. */
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
    /** A ballot of an activity by public id, with the status of its live record and its paper; even an ended one. */
    find: (activityKey: number, publicId: string) =>
      ballots().where('ballot.activity_id', '=', activityKey).where('ballot.public_id', '=', publicId).executeTakeFirst(),
    /** The same by database keys, in that order; missing ones are left out. */
    byKeys: (keys: readonly number[]) => ballots().where('ballot.id', 'in', keys).orderBy('ballot.id').execute(),
    /** The highest number ever given to a ballot of the activity. */
    async lastNumber(activityKey: number): Promise<number> {
      const { last } = await db
        .selectFrom('ballot')
        .select((select) => select.fn.max<number | null>('number').as('last'))
        .where('activity_id', '=', activityKey)
        .executeTakeFirstOrThrow()
      return last ?? 0
    },
    /** Returns the new ballot's key. The area is in 0.01 m²; {@link settle} sets it to the sum of the ballot's properties. */
    insertBallot(activityKey: number, publicId: string, number: number, areaHundredths: number) {
      const ballot = { public_id: publicId, activity_id: activityKey, number, area_hundredths: areaHundredths }
      noteInserted(db, 'ballot', [ballot])
      return db.insertInto('ballot').values(ballot).returning('id').executeTakeFirstOrThrow()
    },
    /** Total area of ballots' properties, by ballot key; ballots without properties have no entry. */
    async areas(keys: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('roster_property')
        .select((select) => ['ballot_id', select.fn.sum<number>('area_hundredths').as('area')])
        .where('ballot_id', 'in', keys)
        .groupBy('ballot_id')
        .execute()
      return new Map(rows.map((row) => [row.ballot_id, row.area]))
    },
    /** Sets the area of ballots to the sum of their properties; ends those without any. */
    async settle(keys: readonly number[]): Promise<void> {
      const areas = await this.areas(keys)
      const settled = keys.map((id) => ({ id, area_hundredths: areas.get(id) ?? 0, is_ended: areas.has(id) ? 0 : 1 }))
      await noteChanges(db, 'ballot', settled)
      const columns = ['area_hundredths', 'is_ended'] as const
      const rows = settled.map((ballot) => [ballot.id, ...columns.map((name) => ballot[name])])
      await updateMany(db, 'ballot', 'id', columns, columns, rows)
    },
    /** Those of the ballots whose last record is void, with that record's code and whether another record has it now. */
    lastVoids: (keys: readonly number[]) =>
      db
        .selectFrom('vote_record as past')
        .select(['past.ballot_id', 'past.marked_code'])
        .select(isCodeTaken.as('is_code_taken'))
        .where('past.ballot_id', 'in', keys)
        .where(isLastAndVoid)
        .execute(),
    /** Those of the ballots that ever had a paper, even a spoiled one. */
    async withPapers(keys: readonly number[]): Promise<number[]> {
      const rows = await db.selectFrom('ballot_paper').select('ballot_id').distinct().where('ballot_id', 'in', keys).execute()
      return rows.map((row) => row.ballot_id)
    },
    /** Only for ballots without any record or paper: fails if a row refers to one. */
    removeBallots(keys: readonly number[]) {
      noteRemoval(db)
      return db.deleteFrom('ballot').where('id', 'in', keys).execute()
    },
    /** Number of ballots of an activity that count. */
    count: (activityKey: number): Promise<number> => countOf(db.selectFrom('ballot').where('activity_id', '=', activityKey).where('is_ended', '=', 0)),
    /** The keys of an activity's ballots, by public id. */
    keysOf: (activityKey: number, publicIds: readonly string[]) =>
      db.selectFrom('ballot').select(['id', 'public_id']).where('activity_id', '=', activityKey).where('public_id', 'in', publicIds).execute(),
  }
}
