import { sql, type JoinBuilder, type Kysely } from 'kysely'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { BallotCounts } from '#shared/features/voting/contract.ts'
import { insertMany } from '../../database/dialect.ts'
import { prepare } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { isLastAndVoid } from '../ballot/voided.ts'
import type { ActivityNow, BallotNow, LiveRecord } from './rules.ts'
import type { VoteRecordTable } from './tables.ts'

export interface FoundActivity extends ActivityNow {
  readonly key: number
  readonly id: string
  readonly title: string
  readonly updatedAt: number
}

/** A ballot with what a vote needs to know of it. */
export interface FoundBallot extends BallotNow {
  readonly key: number
  readonly id: string
  readonly areaHundredths: number
  readonly live: (LiveRecord & { readonly key: number; readonly propertyId: string }) | null
  /** The house that was asked for, else the first in reading order; of one that was found by its code the house that was marked. */
  readonly house: {
    readonly propertyId: string
    readonly rosterPropertyId: string
    /** In words. */
    readonly place: string
    readonly ownerName: string
    readonly phone: string
    readonly idNumber: string
  } | null
}

/** An activity and those of its ballots that were named and found; null where there is no such activity. */
export type Situation = { readonly activity: FoundActivity; readonly ballots: readonly FoundBallot[] } | null

export type NewRecord = Omit<VoteRecordTable, 'id'>

export function votingStore(db: Kysely<Schema>) {
  return {
    /** One statement for all that a vote needs to know; `propertyId` is the house that is preferred in the answer. */
    async ballotsNamed(activityId: string, ballotIds: readonly string[], propertyId: string): Promise<Situation> {
      const [only] = ballotIds
      if (ballotIds.length === 1 && only !== undefined) return toSituation(await ballotNamed(db, { activityId, ballotId: only, propertyId }))
      const rows = await situation(db, propertyId, (join) => join.on('ballot.public_id', 'in', ballotIds))
        .where('activity.public_id', '=', activityId)
        .execute()
      return toSituation(rows)
    },

    /** The ballots whose live records bear the codes. */
    async ballotsMarked(activityId: string, codes: readonly string[]): Promise<Situation> {
      const rows = await db
        .selectFrom('activity')
        .leftJoin('vote_record as record', (join) => join.onRef('record.activity_id', '=', 'activity.id').on(bearsOneOf(codes)).on(liveRecord('record')))
        .leftJoin('ballot', 'ballot.id', 'record.ballot_id')
        .leftJoin('roster_property as house', (join) =>
          join.onRef('house.activity_id', '=', 'record.activity_id').onRef('house.property_public_id', '=', 'record.property_public_id'),
        )
        .select([...activityColumns, ...ballotColumns, ...recordColumns, ...houseColumns])
        .where('activity.public_id', '=', activityId)
        .execute()
      return toSituation(rows)
    },

    /** Last records that are void, the newest first: those that bear one of the codes, and those of the ballots. Ballots that ended have none. */
    lastVoids(activityKey: number, { codes, ballotKeys }: { readonly codes: readonly string[]; readonly ballotKeys: readonly number[] }) {
      return db
        .selectFrom('vote_record as past')
        .innerJoin('ballot', 'ballot.id', 'past.ballot_id')
        .select(['ballot.public_id as ballotId', 'past.marked_code as markedCode', 'past.property_public_id as propertyId'])
        .where('past.activity_id', '=', activityKey)
        .where('ballot.is_ended', '=', 0)
        .where(isLastAndVoid)
        .where((or) =>
          or.or([
            ...(codes.length === 0 ? [] : [or('past.marked_code', 'in', codes)]),
            ...(ballotKeys.length === 0 ? [] : [or('past.ballot_id', 'in', ballotKeys)]),
          ]),
        )
        .orderBy('past.id', 'desc')
        .execute()
    },
    /** Those of the codes that live records bear. */
    async liveCodes(activityKey: number, codes: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('vote_record as record')
        .select('marked_code')
        .where('activity_id', '=', activityKey)
        .where(bearsOneOf(codes))
        .where('marked_code', '<>', sql.lit(''))
        .where(liveRecord('record'))
        .execute()
      return new Set(rows.map((row) => row.marked_code))
    },

    /** The keys of the live record that bears a code, and of its ballot. */
    holderOfCode: (activityKey: number, code: string) =>
      db
        .selectFrom('vote_record as record')
        .select(['id', 'ballot_id'])
        .where('activity_id', '=', activityKey)
        .where('marked_code', '=', code)
        .where(liveRecord('record'))
        .executeTakeFirst(),

    insertRecords(records: readonly NewRecord[]) {
      const [first] = records
      if (records.length === 1 && first) return insertRecord(db, first)
      return insertMany(
        db,
        'vote_record',
        recordFields,
        records.map((record) => recordFields.map((column) => record[column])),
      )
    },
    updateRecords: (keys: readonly number[], change: Partial<NewRecord>) => db.updateTable('vote_record').set(change).where('id', 'in', keys).execute(),

    removeRecord: (key: number) => db.deleteFrom('vote_record').where('id', '=', key).execute(),

    /** What is to be known of records that stand in somebody's way, each with the house that it was made for. */
    standing: (keys: readonly number[]) => records().where('record.id', 'in', keys).orderBy('record.id').execute(),

    /** What somebody has entered in an activity since a moment: votes that count and marks. */
    async enteredBy(activityKey: number, userKey: number, since: number): Promise<number> {
      const entered = (who: 'voted_by' | 'created_by', when: 'voted_at' | 'created_at', status: 0 | 1) =>
        db
          .selectFrom('vote_record')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('activity_id', '=', activityKey)
          .where(who, '=', userKey)
          .where(when, '>=', since)
          // Written out, for a bound value would keep SQLite from using the partial indexes.
          .where(sql<boolean>`status = ${sql.lit(status)}`)
          .executeTakeFirstOrThrow()
      return (await entered('voted_by', 'voted_at', 1)).count + (await entered('created_by', 'created_at', 0)).count
    },

    /** A record by its public id, with its activity's status. */
    findRecord: (activityId: string, recordId: string) =>
      records().where('record.public_id', '=', recordId).where('activity.public_id', '=', activityId).executeTakeFirst(),
    /** A record of whichever activity. */
    recordOfAny: (recordId: string) => records().where('record.public_id', '=', recordId).executeTakeFirst(),
    /** All records of a ballot, newest first. */
    recordsOfBallot: (ballotKey: number) => records().where('record.ballot_id', '=', ballotKey).orderBy('record.id', 'desc').execute(),
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
    findBallot: (activityKey: number, ballotId: string) =>
      db.selectFrom('ballot').select('id').where('activity_id', '=', activityKey).where('public_id', '=', ballotId).executeTakeFirst(),
  }

  function records() {
    return db
      .selectFrom('vote_record as record')
      .innerJoin('activity', 'activity.id', 'record.activity_id')
      .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
      .innerJoin('user as maker', 'maker.id', 'record.created_by')
      .leftJoin('user as voter', 'voter.id', 'record.voted_by')
      .leftJoin('user as voider', 'voider.id', 'record.voided_by')
      .leftJoin('roster_property as house', (join) =>
        join.onRef('house.activity_id', '=', 'record.activity_id').onRef('house.property_public_id', '=', 'record.property_public_id'),
      )
      .selectAll('record')
      .select([
        'activity.public_id as activity',
        'activity.title',
        'activity.status as activity_status',
        'activity.updated_at as activity_updated_at',
        'house.period',
        'house.zone',
        'house.building',
        'house.unit',
        'house.room',
        'house.owner_name',
        'ballot.public_id as ballot',
        'maker.nick_name as maker',
        'voter.nick_name as voter',
        'voider.nick_name as voider',
      ])
  }
}
export type FoundRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof votingStore>['findRecord']>>>

const activityColumns = [
  'activity.id as activity_key',
  'activity.public_id as activity',
  'activity.title',
  'activity.status as activity_status',
  'starts_at',
  'ends_at',
  'activity.updated_at',
] as const
const ballotColumns = ['ballot.id as ballot_key', 'ballot.public_id as ballot', 'ballot.is_ended', 'ballot.area_hundredths as ballot_area'] as const
const recordColumns = [
  'record.id as record_key',
  'record.public_id as record',
  'record.status as record_status',
  'record.marked_code',
  'record.property_public_id as marked_house',
] as const
const houseColumns = [
  'house.property_public_id as house',
  'house.public_id as house_id',
  'house.owner_name',
  'house.phone',
  'house.id_number',
  'house.period',
  'house.zone',
  'house.building',
  'house.unit',
  'house.room',
] as const

/** An activity with the ballots that `named` lets through, each with its live record and one house. */
function situation(db: Kysely<Schema>, propertyId: string, named: (join: BallotJoin) => BallotJoin) {
  return db
    .selectFrom('activity')
    .leftJoin('ballot', (join) => named(join.onRef('ballot.activity_id', '=', 'activity.id')))
    .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
    .leftJoin('roster_property as house', (join) =>
      join.on('house.id', '=', (build) =>
        build
          .selectFrom('roster_property')
          .select('roster_property.id')
          .whereRef('roster_property.ballot_id', '=', 'ballot.id')
          .orderBy(sql`case when property_public_id = ${propertyId} or public_id = ${propertyId} then 0 else 1 end`)
          .orderBy('place_key')
          .limit(1),
      ),
    )
    .select([...activityColumns, ...ballotColumns, ...recordColumns, ...houseColumns])
}
type BallotJoin = JoinBuilder<Schema, 'activity' | 'ballot'>

/** The usual call names one ballot. */
const ballotNamed = prepare<{ activityId: string; ballotId: string; propertyId: string }, SituationRow>(
  { activityId: true, ballotId: true, propertyId: true },
  (db, { activityId, ballotId, propertyId }) =>
    situation(db, propertyId, (join) => join.on('ballot.public_id', '=', ballotId)).where('activity.public_id', '=', activityId),
)

/** Every column of a record; a new one does not compile until it is here. */
const everyRecordField = {
  public_id: true,
  activity_id: true,
  ballot_id: true,
  status: true,
  marked_code: true,
  answers: true,
  area_hundredths: true,
  property_public_id: true,
  voter_name: true,
  voter_phone: true,
  voter_id_number: true,
  source: true,
  created_by: true,
  created_at: true,
  voted_by: true,
  voted_at: true,
  voided_by: true,
  voided_at: true,
  void_reason: true,
  desk: true,
} as const satisfies Record<keyof NewRecord, true>
const recordFields = Object.keys(everyRecordField) as (keyof NewRecord)[]

const insertRecord = prepare<NewRecord, unknown>(everyRecordField, (db, given) => db.insertInto('vote_record').values(given))

/** Whether `record` bears one of the codes; none does where there are none. */
const bearsOneOf = (codes: readonly string[]) => (codes.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`record.marked_code in (${sql.join(codes)})`)

interface SituationRow {
  activity_key: number
  activity: string
  title: string
  activity_status: ActivityStatus
  starts_at: number
  ends_at: number
  updated_at: number
  ballot_key: number | null
  ballot: string | null
  is_ended: number | null
  ballot_area: number | null
  record_key: number | null
  record: string | null
  record_status: number | null
  marked_code: string | null
  marked_house: string | null
  house: string | null
  house_id: string | null
  owner_name: string | null
  phone: string | null
  id_number: string | null
  period: string | null
  zone: string | null
  building: string | null
  unit: string | null
  room: string | null
}

function toSituation(rows: readonly SituationRow[]): Situation {
  const [first] = rows
  if (!first) return null
  const activity = {
    key: first.activity_key,
    id: first.activity,
    title: first.title,
    status: first.activity_status,
    startsAt: first.starts_at,
    endsAt: first.ends_at,
    updatedAt: first.updated_at,
  }
  return { activity, ballots: rows.flatMap(toBallot) }
}

function toHouse({ house_id: id, owner_name: ownerName, phone, id_number: idNumber, ...row }: SituationRow) {
  const place = { period: row.period ?? '', zone: row.zone ?? '', building: row.building ?? '', unit: row.unit ?? '', room: row.room ?? '' }
  return { rosterPropertyId: id ?? '', place: placeInWords(place), ownerName: ownerName ?? '', phone: phone ?? '', idNumber: idNumber ?? '' }
}

function toBallot(row: SituationRow): FoundBallot[] {
  const { ballot_key: key, ballot: id, ballot_area: areaHundredths, record_key: recordKey, record, house } = row
  if (key === null || id === null || areaHundredths === null) return []
  const live =
    recordKey === null || record === null
      ? null
      : {
          key: recordKey,
          id: record,
          status: row.record_status === 1 ? (1 as const) : (0 as const),
          markedCode: row.marked_code ?? '',
          propertyId: row.marked_house ?? '',
        }
  return [
    {
      key,
      id,
      areaHundredths,
      isEnded: row.is_ended === 1,
      live,
      house: house === null ? null : { ...toHouse(row), propertyId: house },
    },
  ]
}
