import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { codeQueries, isMarkOfPaper } from './codeQueries.ts'
import { recordWrites } from './recordWrites.ts'
import { contextQueries } from './contextQueries.ts'
import type { VoteRecord, BallotCounts } from '#shared/features/voting/contract.ts'

/** Queries on vote records and for casting, grouped by topic, on the given connection or transaction. */
export function votingStore(db: Kysely<Schema>) {
  return {
    ...contextQueries(db),
    ...recordQueries(db),
    ...recordWrites(db),
    ...codeQueries(db),
    ...countQueries(db),

    /** When the newest valid vote was entered; null if there is none. */
    lastVotedAt: async (activityKey: number): Promise<number | null> =>
      (
        await db
          .selectFrom('vote_record')
          .select(({ fn }) => fn.max('voted_at').as('at'))
          .where('activity_id', '=', activityKey)
          .where('status', '=', 1)
          .executeTakeFirst()
      )?.at ?? null,

    /** The key of a ballot of an activity, even an ended one; undefined if none. */
    findBallot: (activityKey: number, ballotId: string) =>
      db.selectFrom('ballot').select('id').where('activity_id', '=', activityKey).where('public_id', '=', ballotId).executeTakeFirst(),
  }
}

export type FoundRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof votingStore>['findRecord']>>>

/** As `VoteRecord.paper`. */
const paperOfRecord = sql<VoteRecord['paper']>`case
  when record.source = 'mark' and ${isMarkOfPaper('record')} then 'issued'
  when paper.id is not null then 'kept'
  else '' end`

/** Queries on vote records with their display columns. */
function recordQueries(db: Kysely<Schema>) {
  function records() {
    return db
      .selectFrom('vote_record as record')
      .innerJoin('activity', 'activity.id', 'record.activity_id')
      .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
      .innerJoin('user as maker', 'maker.id', 'record.created_by')
      .leftJoin('user as voter', 'voter.id', 'record.voted_by')
      .leftJoin('user as voider', 'voider.id', 'record.voided_by')
      .leftJoin('roster_property as property', (join) =>
        join.onRef('property.activity_id', '=', 'record.activity_id').onRef('property.property_public_id', '=', 'record.property_public_id'),
      )
      .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.activity_id', '=', 'record.activity_id').onRef('paper.code', '=', 'record.marked_code'))
      .leftJoin('proxy', 'proxy.public_id', 'record.proxy_public_id')
      .selectAll('record')
      .select([
        'activity.public_id as activity',
        'activity.title',
        'activity.status as activity_status',
        'activity.updated_at as activity_updated_at',
        'property.period',
        'property.zone',
        'property.building',
        'property.unit',
        'property.room',
        'property.owner_name',
        'ballot.public_id as ballot',
        'maker.nick_name as maker',
        'voter.nick_name as voter',
        'voider.nick_name as voider',
        'proxy.agent_name',
        paperOfRecord.as('paper'),
      ])
  }

  return {
    /** Details of conflicting records, each with its property. */
    standing: (keys: readonly number[]) => records().where('record.id', 'in', keys).orderBy('record.id').execute(),
    /** A record by its public id, with its activity's status. */
    findRecord: (activityId: string, recordId: string) =>
      records().where('record.public_id', '=', recordId).where('activity.public_id', '=', activityId).executeTakeFirst(),
    /** A record of any activity. */
    recordOfAny: (recordId: string) => records().where('record.public_id', '=', recordId).executeTakeFirst(),
    /** All records of a ballot, newest first. */
    recordsOfBallot: (ballotKey: number) => records().where('record.ballot_id', '=', ballotKey).orderBy('record.id', 'desc').execute(),
  }
}

/** Queries that count ballots and records of an activity. */
function countQueries(db: Kysely<Schema>) {
  return {
    /** The user's entries in an activity since a moment: valid votes, and marks except those made by printing papers. */
    async enteredBy(activityKey: number, userKey: number, since: number): Promise<number> {
      const entered = (who: 'voted_by' | 'created_by', when: 'voted_at' | 'created_at', status: 0 | 1) =>
        db
          .selectFrom('vote_record')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('activity_id', '=', activityKey)
          .where(who, '=', userKey)
          .where(when, '>=', since)
          // Literal, as a bound value would keep SQLite from using the partial indexes.
          .where(sql<boolean>`status = ${sql.lit(status)}`)
          .$if(status === 0, (query) => query.where(sql<boolean>`not ${isMarkOfPaper('vote_record')}`))
          .executeTakeFirstOrThrow()
      return (await entered('voted_by', 'voted_at', 1)).count + (await entered('created_by', 'created_at', 0)).count
    },
    /** All three from one moment. */
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
    /** The area of marked ballots, and the number of tallied votes; read from the records themselves. */
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
