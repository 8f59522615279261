import { sql, type Kysely } from 'kysely'
import { PaperState } from '#shared/features/paper/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { isOneOf } from '../../database/dialect.ts'
import { noteChanged, noteInserted } from '../../database/sent-rows.ts'
import type { Schema } from '../../database/schema.ts'
import { hasVote } from '../ballot/liveRecord.ts'
import { livePaper } from '../ballot/livePaper.ts'
import type { SampleTable } from './tables.ts'

export type FoundSample = NonNullable<Awaited<ReturnType<ReturnType<typeof sampleStore>['find']>>>

/** Queries on samples and the votes they draw from. */
export function sampleStore(db: Kysely<Schema>) {
  const samples = () =>
    db
      .selectFrom('sample')
      .innerJoin('user as opener', 'opener.id', 'sample.opened_by')
      .leftJoin('user as closer', 'closer.id', 'sample.closed_by')
      .selectAll('sample')
      .select(['opener.nick_name as opener', 'closer.nick_name as closer'])
      .select((select) =>
        select
          .selectFrom('sample as earlier')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('earlier.activity_id', '=', 'sample.activity_id')
          .whereRef('earlier.id', '<=', 'sample.id')
          .$asScalar()
          .$notNull()
          .as('number'),
      )
  return {
    find: (publicId: string) => samples().where('sample.public_id', '=', publicId).executeTakeFirst(),
    ofActivity: (activityKey: number) => samples().where('sample.activity_id', '=', activityKey).orderBy('sample.id').execute(),
    insert(sample: Omit<SampleTable, 'id'>) {
      noteInserted(db, 'sample', [sample])
      return db.insertInto('sample').values(sample).execute()
    },
    async update(key: number, change: Partial<Omit<SampleTable, 'id'>>): Promise<void> {
      await noteChanged(db, 'sample', [key], change)
      await db.updateTable('sample').set(change).where('id', '=', key).execute()
    },

    /** Every counting vote. */
    votes: (activityKey: number) =>
      db
        .selectFrom('vote_record')
        .select(['public_id as recordId', 'answers', 'area_hundredths as areaHundredths', 'marked_code as code'])
        .where('activity_id', '=', activityKey)
        .where('status', '=', 1)
        .execute(),
    /** The records by public id, whatever their later state. */
    records: (activityKey: number, ids: readonly string[]) =>
      db
        .selectFrom('vote_record')
        .select(['id', 'public_id as recordId', 'ballot_id', 'received_at', 'voted_by'])
        .where('activity_id', '=', activityKey)
        .where('public_id', 'in', ids)
        .execute(),
    /** Number of printed papers received in time whose ballots have no vote. */
    async notEntered(activityKey: number, endsAt: number): Promise<number> {
      const { count } = await db
        .selectFrom('ballot_paper as paper')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('paper.activity_id', '=', activityKey)
        .where(livePaper('paper'))
        .where('paper.status', '=', PaperState.received)
        .where('paper.received_at', '<=', endsAt)
        .where(sql<boolean>`not ${hasVote('paper.ballot_id')}`)
        .executeTakeFirstOrThrow()
      return count
    },
    /** The public ids of the valid deliveries, in order. */
    deliveries: async (activityKey: number): Promise<string[]> => {
      const rows = await db.selectFrom('notification').select('public_id').where('activity_id', '=', activityKey).where('voided_at', 'is', null).execute()
      return rows.map((row) => row.public_id).toSorted()
    },
    /** The properties of ballots in words, joined by 、, by ballot key. */
    async places(ballotKeys: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const rows = await db
        .selectFrom('roster_property')
        .select(['ballot_id', 'period', 'zone', 'building', 'unit', 'room'])
        .where(isOneOf(db, sql.ref('ballot_id'), ballotKeys))
        .orderBy('place_key')
        .execute()
      return new Map([...Map.groupBy(rows, (row) => row.ballot_id)].map(([key, properties]) => [key, properties.map(placeInWords).join('、')]))
    },
  }
}
