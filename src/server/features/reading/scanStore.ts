import { sql, type Kysely } from 'kysely'
import { ReadingKind } from '#shared/features/reading/rules.ts'
import { PageStatus } from '#shared/features/reading/pageRules.ts'
import { noteRemoval } from '../../database/sent-rows.ts'
import type { Schema } from '../../database/schema.ts'

/** Queries that count papers and pages. */
const countQueries = (db: Kysely<Schema>) => ({
  /** Number of papers received, and of pages stored. */
  async counts(activityKey: number): Promise<{ readonly received: number; readonly pages: number }> {
    const count = (table: 'ballot_paper' | 'reading_page', status: readonly number[]) =>
      db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('activity_id', '=', activityKey)
        .where(sql<boolean>`status in (${sql.join(status)})`)
        .executeTakeFirstOrThrow()
    return { received: (await count('ballot_paper', [2])).count, pages: (await count('reading_page', [1, 3, 5, 7])).count }
  },
})

/** Queries on scanned papers: the newest reading of each, with its ballot and the valid vote. */
export function scanStore(db: Kysely<Schema>) {
  const ofCode = (activityKey: number, code: string) =>
    db.selectFrom('reading').where('activity_id', '=', activityKey).where('kind', '=', ReadingKind.scan).where('code', '=', code)
  return {
    ...countQueries(db),
    /** The scanned papers of an activity, or those with some codes, in no particular order. */
    papers: (activityKey: number, codes: readonly string[] | null) =>
      db
        .selectFrom('reading')
        .innerJoin('ballot', 'ballot.id', 'reading.ballot_id')
        .innerJoin('ballot_paper as paper', (join) => join.onRef('paper.activity_id', '=', 'reading.activity_id').onRef('paper.code', '=', 'reading.code'))
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on('record.status', '=', sql.lit(1)))
        .leftJoin('roster_property as property', (join) =>
          join.on('property.id', '=', (build) =>
            build
              .selectFrom('roster_property')
              .select('roster_property.id')
              .whereRef('roster_property.ballot_id', '=', 'ballot.id')
              .orderBy('place_key')
              .limit(1),
          ),
        )
        .select(['reading.id as key', 'reading.public_id as readingId', 'reading.code', 'reading.answers', 'reading.states', 'reading.doubts'])
        .select(['reading.pages', 'reading.read_by as readBy', 'reading.read_at as readAt', 'reading.decision', 'reading.record_public_id as decidedRecordId'])
        .select(['ballot.id as ballotKey', 'ballot.public_id as ballotId', 'ballot.number as ballotNumber', 'ballot.area_hundredths as areaHundredths'])
        .select(['paper.status as paperState', 'paper.received_at as receivedAt'])
        .select(['record.public_id as recordId', 'record.answers as recordAnswers', 'record.voted_by as votedBy', 'record.voted_at as votedAt'])
        .select(['record.reading_public_id as confirmedId', 'property.id as propertyKey', 'property.owner_name as ownerName'])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
        .where('reading.id', 'in', (newest) =>
          newest
            .selectFrom('reading as each')
            .select((select) => select.fn.max('each.id').as('id'))
            .where('each.activity_id', '=', activityKey)
            .where('each.kind', '=', ReadingKind.scan)
            .groupBy('each.code'),
        )
        .where('reading.activity_id', '=', activityKey)
        .$if(codes !== null, (query) => query.where('reading.code', 'in', codes ?? []))
        .execute(),
    /** The ballots of an activity with proxies, and the proxies' ends. */
    proxies: (activityKey: number) =>
      db
        .selectFrom('proxy')
        .select(['ballot_id as ballotKey', 'valid_until as validUntil', 'revoked_at as revokedAt'])
        .where('activity_id', '=', activityKey)
        .where('revoked_at', 'is', null)
        .execute(),
    /** Every property of a roster, with its ballot. */
    properties: (activityKey: number) =>
      db
        .selectFrom('roster_property')
        .select(['id as key', 'ballot_id as ballotKey', 'period', 'zone', 'building', 'unit'])
        .where('activity_id', '=', activityKey)
        .execute(),
    /** The pictures of a paper's pages, newest last. */
    pictures: (activityKey: number, code: string) =>
      db
        .selectFrom('reading_page')
        .select(['public_id as id', 'page', 'page_count as pageCount', 'slots', 'sha256', 'created_by as by', 'created_at as at'])
        .where('activity_id', '=', activityKey)
        .where('code', '=', code)
        .where('status', 'in', [PageStatus.read, PageStatus.dead])
        .orderBy('id')
        .execute(),
    /** The key of the ballot of a code's paper, dead or not. */
    ballotOf: (activityKey: number, code: string) =>
      db.selectFrom('ballot_paper').select('ballot_id as key').where('activity_id', '=', activityKey).where('code', '=', code).executeTakeFirst(),
    /** The readings of a paper's pages. */
    readingsOf: (activityKey: number, code: string) => ofCode(activityKey, code).selectAll().orderBy('id').execute(),
    /** Whether any vote, even a void one, was confirmed from one of the readings. */
    async isConfirmed(readingIds: readonly string[]): Promise<boolean> {
      if (readingIds.length === 0) return false
      const found = await db.selectFrom('vote_record').select('id').where('reading_public_id', 'in', readingIds).limit(1).executeTakeFirst()
      return found !== undefined
    },
    async remove(keys: readonly number[]): Promise<void> {
      if (keys.length === 0) return
      noteRemoval(db)
      await db.deleteFrom('reading').where('id', 'in', keys).execute()
    },
  }
}
export type ScanRow = Awaited<ReturnType<ReturnType<typeof scanStore>['papers']>>[number]
