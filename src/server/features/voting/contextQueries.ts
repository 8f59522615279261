import { sql, type JoinBuilder, type Kysely, type RawBuilder } from 'kysely'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { PaperState, type LivePaperState } from '#shared/features/paper/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { prepare } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { bearsOneOf, isMarkOfPaper } from './codeQueries.ts'
import type { ActivityNow, BallotNow, LiveRecord } from './rules.ts'

/** The activity columns that casting needs. */
export interface FoundActivity extends ActivityNow {
  readonly key: number
  readonly id: string
  readonly title: string
  readonly updatedAt: number
}

/** A ballot with the columns that casting needs. */
export interface FoundBallot extends BallotNow {
  readonly key: number
  readonly id: string
  readonly areaHundredths: number
  /** `isOfPaper`: the mark was made by issuing a printed paper, not by hand. */
  readonly live:
    | (LiveRecord & { readonly key: number; readonly propertyId: string; readonly createdAt: number; readonly answers: string; readonly isOfPaper: boolean })
    | null
  /** Its unspoiled printed paper. */
  readonly paper: {
    readonly key: number
    readonly code: string
    readonly state: LivePaperState
    readonly receivedAt: number | null
  } | null
  /** The requested property, else the first in reading order; for a ballot found by code, the marked property. */
  readonly property: {
    readonly propertyId: string
    readonly rosterPropertyId: string
    /** As text. */
    readonly place: string
    readonly ownerName: string
    readonly phone: string
    readonly idNumber: string
  } | null
}

/** An activity and those of the named ballots that exist; null if the activity does not. */
export type VotingContext = { readonly activity: FoundActivity; readonly ballots: readonly FoundBallot[] } | null

/** Queries for casting: an activity and some of its ballots. */
export function contextQueries(db: Kysely<Schema>) {
  return {
    /** All that casting needs in one statement; `propertyId` is the property preferred in the result. */
    async ballotsNamed(activityId: string, ballotIds: readonly string[], propertyId: string): Promise<VotingContext> {
      const [only] = ballotIds
      if (ballotIds.length === 1 && only !== undefined) return toSituation(await ballotNamed(db, { activityId, ballotId: only, propertyId }))
      const rows = await situation(db, isProperty(propertyId), (join) => join.on('ballot.public_id', 'in', ballotIds))
        .where('activity.public_id', '=', activityId)
        .execute()
      return toSituation(rows)
    },
    /** The same for ballots whose last record is void, each with the property of that record. */
    async ballotsVoided(activityId: string, ballotIds: readonly string[]): Promise<readonly FoundBallot[]> {
      const ofLast = sql<boolean>`property_public_id = (
        select past.property_public_id from vote_record as past where past.ballot_id = ballot.id order by past.id desc limit 1)`
      const rows = await situation(db, ofLast, (join) => join.on('ballot.public_id', 'in', ballotIds))
        .where('activity.public_id', '=', activityId)
        .execute()
      return rows.flatMap(toBallot)
    },
    /** The ballots whose live records or papers have the codes. */
    async ballotsMarked(activityId: string, codes: readonly string[]): Promise<VotingContext> {
      const rows = await db
        .selectFrom('activity')
        .leftJoin('vote_record as record', (join) => join.onRef('record.activity_id', '=', 'activity.id').on(bearsOneOf(codes)).on(liveRecord('record')))
        .leftJoin('ballot', 'ballot.id', 'record.ballot_id')
        .leftJoin('roster_property as property', (join) =>
          join.onRef('property.activity_id', '=', 'record.activity_id').onRef('property.property_public_id', '=', 'record.property_public_id'),
        )
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on(livePaper('paper')))
        .select([...activityColumns, ...ballotColumns, ...recordColumns, isOfPaper, ...paperColumns, ...propertyColumns])
        .where('activity.public_id', '=', activityId)
        .execute()
      const situation = toSituation(rows)
      const found = new Set(situation?.ballots.map(({ live }) => live?.markedCode))
      const others = codes.filter((code) => !found.has(code))
      if (!situation || others.length === 0) return situation
      // A ballot whose vote was voided keeps its paper.
      const voided = await db
        .selectFrom('ballot_paper as paper')
        .innerJoin('ballot', 'ballot.id', 'paper.ballot_id')
        .select('ballot.public_id')
        .where('paper.activity_id', '=', situation.activity.key)
        .where('paper.code', 'in', others)
        .where(livePaper('paper'))
        .execute()
      if (voided.length === 0) return situation
      const named = await this.ballotsNamed(
        activityId,
        voided.map((row) => row.public_id),
        '',
      )
      return { ...situation, ballots: [...situation.ballots, ...(named?.ballots ?? [])] }
    },
  }
}

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
  'record.property_public_id as marked_property',
  'record.created_at as marked_at',
  'record.answers',
] as const

const isOfPaper = sql<number>`case when ${isMarkOfPaper('record')} then 1 else 0 end`.as('is_of_paper')

const paperColumns = ['paper.id as paper_key', 'paper.code as paper_code', 'paper.status as paper_status', 'paper.received_at as paper_received_at'] as const

const propertyColumns = [
  'property.property_public_id as property',
  'property.public_id as roster_property',
  'property.owner_name',
  'property.phone',
  'property.id_number',
  'property.period',
  'property.zone',
  'property.building',
  'property.unit',
  'property.room',
] as const

/** Whether a roster property has that id, in the roster or in the registry. */
const isProperty = (id: string) => sql<boolean>`property_public_id = ${id} or public_id = ${id}`

/** An activity with the ballots that `named` selects, each with its live record and one property: the preferred one, else its first. */
function situation(db: Kysely<Schema>, isPreferred: RawBuilder<boolean>, named: (join: BallotJoin) => BallotJoin) {
  return db
    .selectFrom('activity')
    .leftJoin('ballot', (join) => named(join.onRef('ballot.activity_id', '=', 'activity.id')))
    .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
    .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on(livePaper('paper')))
    .leftJoin('roster_property as property', (join) =>
      join.on('property.id', '=', (build) =>
        build
          .selectFrom('roster_property')
          .select('roster_property.id')
          .whereRef('roster_property.ballot_id', '=', 'ballot.id')
          .orderBy(sql`case when ${isPreferred} then 0 else 1 end`)
          .orderBy('place_key')
          .limit(1),
      ),
    )
    .select([...activityColumns, ...ballotColumns, ...recordColumns, isOfPaper, ...paperColumns, ...propertyColumns])
}

type BallotJoin = JoinBuilder<Schema, 'activity' | 'ballot'>

/** Prepared for the usual call, with one ballot. */
const ballotNamed = prepare<{ activityId: string; ballotId: string; propertyId: string }, SituationRow>(
  { activityId: true, ballotId: true, propertyId: true },
  (db, { activityId, ballotId, propertyId }) =>
    situation(db, isProperty(propertyId), (join) => join.on('ballot.public_id', '=', ballotId)).where('activity.public_id', '=', activityId),
)

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
  marked_property: string | null
  marked_at: number | null
  answers: string | null
  is_of_paper: number
  paper_key: number | null
  paper_code: string | null
  paper_status: PaperState | null
  paper_received_at: number | null
  property: string | null
  roster_property: string | null
  owner_name: string | null
  phone: string | null
  id_number: string | null
  period: string | null
  zone: string | null
  building: string | null
  unit: string | null
  room: string | null
}

function toSituation(rows: readonly SituationRow[]): VotingContext {
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

function toProperty({ roster_property: id, owner_name: ownerName, phone, id_number: idNumber, ...row }: SituationRow) {
  const place = { period: row.period ?? '', zone: row.zone ?? '', building: row.building ?? '', unit: row.unit ?? '', room: row.room ?? '' }
  return { rosterPropertyId: id ?? '', place: placeInWords(place), ownerName: ownerName ?? '', phone: phone ?? '', idNumber: idNumber ?? '' }
}

function toPaper({ paper_key: key, paper_code: code, paper_status: state, paper_received_at: receivedAt }: SituationRow): FoundBallot['paper'] {
  if (key === null || code === null || state === null || state === PaperState.spoiled) return null
  return { key, code, state, receivedAt }
}

function toBallot(row: SituationRow): FoundBallot[] {
  const { ballot_key: key, ballot: id, ballot_area: areaHundredths, record_key: recordKey, record, property } = row
  if (key === null || id === null || areaHundredths === null) return []
  const live =
    recordKey === null || record === null
      ? null
      : {
          key: recordKey,
          id: record,
          status: row.record_status === 1 ? (1 as const) : (0 as const),
          markedCode: row.marked_code ?? '',
          propertyId: row.marked_property ?? '',
          createdAt: row.marked_at ?? 0,
          answers: row.answers ?? '',
          isOfPaper: row.is_of_paper === 1,
        }
  return [
    {
      key,
      id,
      areaHundredths,
      isEnded: row.is_ended === 1,
      live,
      paper: toPaper(row),
      property: property === null ? null : { ...toProperty(row), propertyId: property },
    },
  ]
}
