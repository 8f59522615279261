import { sql, type Kysely } from 'kysely'
import type { BallotCounts } from '#shared/features/voting/contract.ts'
import type { Schema } from '../../database/schema.ts'

/** Queries that count ballots and records of an activity. */
export function countQueries(db: Kysely<Schema>) {
  return {
    /** What somebody has entered in an activity since a moment: votes that count, and marks but for those that printing its paper made. */
    async enteredBy(activityKey: number, userKey: number, since: number): Promise<number> {
      const isOfPaper = sql<boolean>`exists (select 1 from ballot_paper as paper where paper.ballot_id = vote_record.ballot_id and paper.issued_at = vote_record.created_at)`
      const entered = (who: 'voted_by' | 'created_by', when: 'voted_at' | 'created_at', status: 0 | 1) =>
        db
          .selectFrom('vote_record')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('activity_id', '=', activityKey)
          .where(who, '=', userKey)
          .where(when, '>=', since)
          // Written out, for a bound value would keep SQLite from using the partial indexes.
          .where(sql<boolean>`status = ${sql.lit(status)}`)
          .$if(status === 0, (query) => query.where(sql<boolean>`not ${isOfPaper}`))
          .executeTakeFirstOrThrow()
      return (await entered('voted_by', 'voted_at', 1)).count + (await entered('created_by', 'created_at', 0)).count
    },
    /** All three of one moment. */
    counts: (activityKey: number): Promise<Pick<BallotCounts, 'ballotCount' | 'votedCount' | 'markedCount'>> =>
      db
        .selectNoFrom((select) => {
          const recordsOf = (status: 0 | 1) =>
            select
              .selectFrom('vote_record')
              .select((count) => count.fn.countAll<number>().as('count'))
              .where('activity_id', '=', activityKey)
              .where('status', '=', status)
          return [
            select
              .selectFrom('ballot')
              .select((count) => count.fn.countAll<number>().as('count'))
              .where('activity_id', '=', activityKey)
              .where('is_ended', '=', 0)
              .$asScalar()
              .$notNull()
              .as('ballotCount'),
            recordsOf(1).$asScalar().$notNull().as('votedCount'),
            recordsOf(0).$asScalar().$notNull().as('markedCount'),
          ]
        })
        .executeTakeFirstOrThrow(),
    /** What the marked ballots weigh, and how many votes were tallied; it reads the records themselves. */
    async paperCounts(activityKey: number): Promise<Pick<BallotCounts, 'markedAreaHundredths' | 'talliedCount'>> {
      const ofActivity = db.selectFrom('vote_record').where('activity_id', '=', activityKey)
      const marked = await ofActivity
        .select((select) => select.fn.sum<number | null>('area_hundredths').as('area'))
        .where('status', '=', 0)
        .executeTakeFirstOrThrow()
      const tallied = await ofActivity
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('status', '=', 1)
        .where('source', '=', 'tally')
        .executeTakeFirstOrThrow()
      return { markedAreaHundredths: marked.area ?? 0, talliedCount: tallied.count }
    },
  }
}
