import { sql, type Kysely } from 'kysely'
import { ReadingKind } from '#shared/features/reading/rules.ts'
import { noteChanged, noteInserted } from '../../database/sent-rows.ts'
import type { Schema } from '../../database/schema.ts'
import type { ReadingTable } from './tables.ts'

/** The decision columns of an undecided reading. */
export const unsettled = { decision: null, settled_by: null, settled_at: null, settle_reason: '', is_self_settled: 0, corrected_public_id: '' } as const
/** Columns used only by readings of scanned pages. */
export const unscanned = { pages: '', states: '', doubts: '' } as const

/** Queries on readings. */
export function readingStore(db: Kysely<Schema>) {
  /** Readings of kind 1 with a valid record: voiding the record ends them. */
  const secondEntries = () =>
    db
      .selectFrom('reading')
      .innerJoin('vote_record as record', 'record.public_id', 'reading.record_public_id')
      .select(['reading.id as key', 'reading.public_id as id', 'record.public_id as recordId', 'reading.read_by as by'])
      .select(['reading.read_at as at', 'reading.answers', 'reading.decision'])
      .where('reading.kind', '=', ReadingKind.secondEntry)
      .where(sql<boolean>`record.status = 1`)
      .orderBy('reading.id')

  return {
    insert(reading: Omit<ReadingTable, 'id'>) {
      noteInserted(db, 'reading', [reading])
      return db.insertInto('reading').values(reading).execute()
    },
    async settle(
      key: number,
      said: Pick<ReadingTable, 'decision' | 'record_public_id' | 'settled_by' | 'settled_at' | 'settle_reason' | 'is_self_settled' | 'corrected_public_id'>,
    ): Promise<void> {
      await noteChanged(db, 'reading', [key], said)
      await db.updateTable('reading').set(said).where('id', '=', key).execute()
    },
    /** Undefined if none. */
    find: (publicId: string) => db.selectFrom('reading').selectAll().where('public_id', '=', publicId).executeTakeFirst(),

    /** The valid votes on paper of an activity, with their places, in that order. */
    votesOnPaper: (activityKey: number) =>
      votes(db)
        .where('record.activity_id', '=', activityKey)
        .where('record.marked_code', '<>', '')
        .orderBy('property.place_key')
        .orderBy('record.id')
        .execute(),
    /** A record, even a void one. */
    vote: (recordId: string) => votes(db, null).where('record.public_id', '=', recordId).executeTakeFirst(),
    /** Records, even void ones. */
    votesOf: async (recordIds: readonly string[]) => (recordIds.length === 0 ? [] : votes(db, null).where('record.public_id', 'in', recordIds).execute()),
    /** The second entries of an activity's valid votes, in order of creation. */
    secondEntries: (activityKey: number) => secondEntries().where('reading.activity_id', '=', activityKey).execute(),
    /** Those of one vote. */
    secondEntriesOf: (activityKey: number, recordId: string) =>
      secondEntries().where('reading.activity_id', '=', activityKey).where('reading.record_public_id', '=', recordId).execute(),
    /** The newest of each record drawn by a sample. */
    ofSample: (sampleKey: number) =>
      db
        .selectFrom('reading')
        .select(['public_id as id', 'record_public_id as recordId', 'ballot_id as ballotKey', 'answers', 'asked', 'decision'])
        .select('corrected_public_id as correctedId')
        .where('sample_id', '=', sampleKey)
        .orderBy('id')
        .execute(),
    /**
     * The readings of an activity's samples that differ from their records, whatever the records' later state, and are
     * pending a decision.
     */
    openOfSamples: (activityKey: number) =>
      db
        .selectFrom('reading')
        .innerJoin('vote_record as record', 'record.public_id', 'reading.record_public_id')
        .select(['reading.public_id as id', 'record.public_id as recordId', 'reading.read_by as by', 'reading.read_at as at', 'reading.answers'])
        .where('reading.activity_id', '=', activityKey)
        .where('reading.kind', '=', ReadingKind.sample)
        .where('reading.decision', 'is', null)
        .whereRef('reading.answers', '<>', 'record.answers')
        .orderBy('reading.id')
        .execute(),
    /** Users' display names by key. */
    names: async (keys: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      if (keys.length === 0) return new Map()
      const rows = await db.selectFrom('user').select(['id', 'nick_name as name']).where('id', 'in', keys).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}
export type VoteOnPaper = Awaited<ReturnType<ReturnType<typeof readingStore>['votesOnPaper']>>[number]

/** Votes with the ballot's first property; only valid ones, or with null all. */
const votes = (db: Kysely<Schema>, status: 1 | null = 1) =>
  db
    .selectFrom('vote_record as record')
    .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
    .leftJoin('roster_property as property', (join) =>
      join.on('property.id', '=', (build) =>
        build
          .selectFrom('roster_property')
          .select('roster_property.id')
          .whereRef('roster_property.ballot_id', '=', 'record.ballot_id')
          .orderBy('place_key')
          .limit(1),
      ),
    )
    .select(['record.public_id as id', 'record.marked_code as code', 'record.answers', 'record.voted_by as by', 'record.voted_at as at', 'record.status'])
    .select(['ballot.public_id as ballotId', 'ballot.area_hundredths as areaHundredths', 'property.owner_name as ownerName'])
    .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
    .$if(status !== null, (query) => query.where(sql<boolean>`record.status = 1`))
