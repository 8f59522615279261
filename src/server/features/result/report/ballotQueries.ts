import type { RecordSource } from '#shared/features/ballot/contract.ts'
import type { VoidedDelivery } from '#shared/features/delivery/contract.ts'
import { sql } from 'kysely'
import type { PropertyCategory } from '#shared/features/property/categories.ts'
import type { Place } from '#shared/place/place.ts'
import { copiedFieldNames, copiedRecord } from '#shared/records/property.ts'
import { selection } from '../../../database/columns.ts'
import type { Db } from '../../../database/schema.ts'
import { hasVote } from '../../ballot/liveRecord.ts'
import type { RosterPropertyFields } from '../../property/rules.ts'
import { CHUNK, operatorNames, nameIn } from './rows.ts'

/** A property without owner data. */
export interface ReportProperty extends Place {
  readonly areaHundredths: number
  readonly category: PropertyCategory
}

/** A property with owner data. */
export type OwnedReportProperty = RosterPropertyFields

/** A ballot with its properties in reading order; the first is the displayed one. */
export interface BallotProperties {
  readonly number: number
  readonly areaHundredths: number
  readonly properties: readonly OwnedReportProperty[]
}

/** `tallied`: voted by its marked paper. `imported`: voted by a workbook. `void`: its vote was voided, without another record since. */
export type ReportState = 'none' | 'marked' | 'voted' | 'tallied' | 'imported' | 'void'

/** A ballot as listed in the report. Times are epoch ms. */
export interface ReportBallot extends BallotProperties {
  readonly state: ReportState
  /** Of the valid vote; `''` if there is none. */
  readonly recordId: string
  /** Of the record that determines the state; `''` and null if none. */
  readonly markedCode: string
  readonly answers: string
  readonly at: number | null
  readonly operator: string
  /** How a vote's paper was received; null for other states. */
  readonly receipt: {
    readonly channel: number
    readonly receivedAt: number | null
    readonly handedInBy: string
    readonly isLate: boolean
    /** Confirmed from a scan. */
    readonly isScanned: boolean
    readonly agentName: string
  } | null
}

/** A ballot without a vote, possibly with a void one on record. */
export interface NotVotedBallot extends BallotProperties {
  readonly isDelivered: boolean
  /** In order of creation. */
  readonly voidedDeliveries: readonly Omit<VoidedDelivery, 'deliveredBy'>[]
}

/** Queries on counting ballots, chunk by chunk. */
export function ballotQueries(db: Db) {
  const ballotsOf = (activityKey: number) => db.selectFrom('ballot').where('ballot.activity_id', '=', activityKey).where('ballot.is_ended', '=', 0)

  /** Yields the counting ballots by number, chunk by chunk, each with a query for further data on its ballots. */
  async function* chunks(activityKey: number, { isVotedLeftOut }: { readonly isVotedLeftOut: boolean }) {
    const ballots = isVotedLeftOut ? ballotsOf(activityKey).where(hasNoVote) : ballotsOf(activityKey)
    for (let after = -1; ;) {
      const found = await ballots
        .select(['ballot.id', 'ballot.number', 'ballot.area_hundredths as areaHundredths'])
        .where('ballot.number', '>', after)
        .orderBy('ballot.number')
        .limit(CHUNK)
        .execute()
      const [first, last] = [found[0], found.at(-1)]
      if (!first || !last) return
      after = last.number
      const inChunk = () => ballots.where('ballot.number', '>=', first.number).where('ballot.number', '<=', last.number)
      const properties = await inChunk()
        .innerJoin('roster_property as property', 'property.ballot_id', 'ballot.id')
        .select(selection('property', copiedRecord, copiedFieldNames))
        .select('property.ballot_id')
        .orderBy('ballot.number')
        .orderBy('property.place_key')
        .orderBy('property.id')
        .execute()
      yield { ballots: found, propertiesOf: Map.groupBy(properties, (property) => property.ballot_id), inChunk }
    }
  }

  return {
    /** Every counting ballot, with its votes. */
    async *ballots(activityKey: number): AsyncGenerator<ReportBallot[]> {
      const names = await operatorNames(db)
      for await (const { ballots, propertiesOf, inChunk } of chunks(activityKey, { isVotedLeftOut: false })) {
        const records = await inChunk()
          .innerJoin('vote_record as record', 'record.ballot_id', 'ballot.id')
          .leftJoin('proxy', 'proxy.public_id', 'record.proxy_public_id')
          .select(['record.ballot_id', 'record.status', 'record.source', 'record.marked_code', 'record.answers', 'record.created_by', 'record.created_at'])
          .select(['record.public_id', 'record.voted_by', 'record.voted_at', 'record.voided_by', 'record.voided_at'])
          .select(['record.channel', 'record.received_at', 'record.handed_in_by', 'record.is_late', 'record.reading_public_id', 'proxy.agent_name'])
          .orderBy('record.id')
          .execute()
        const recordOf = new Map<number, (typeof records)[number]>()
        // In order of creation: the newest wins, and a live one takes precedence over a void one.
        for (const record of records) if (record.status !== 2 || (recordOf.get(record.ballot_id)?.status ?? 2) === 2) recordOf.set(record.ballot_id, record)
        yield ballots.map(({ id, number, areaHundredths }) => {
          const { state, ...rest } = stateOf(recordOf.get(id), names)
          return { number, areaHundredths, properties: propertiesOf.get(id) ?? [], state, ...rest }
        })
      }
    },
    /** The ballots without a vote. */
    async *notVoted(activityKey: number): AsyncGenerator<NotVotedBallot[]> {
      for await (const { ballots, propertiesOf, inChunk } of chunks(activityKey, { isVotedLeftOut: true })) {
        const delivered = await inChunk()
          .innerJoin('roster_property as property', 'property.ballot_id', 'ballot.id')
          .innerJoin('notification', 'notification.roster_property_id', 'property.id')
          .leftJoin('user', 'user.id', 'notification.voided_by')
          .select(['ballot.id', 'notification.vote_source as voteSource', 'notification.delivered_at as deliveredAt'])
          .select(['notification.voided_at as voidedAt', 'notification.void_reason as voidReason', 'user.nick_name as voidedBy'])
          .orderBy('notification.id')
          .execute()
        const deliveredKeys = new Set(delivered.filter(({ voidedAt }) => voidedAt === null).map((row) => row.id))
        const voidedOf = Map.groupBy(
          delivered.filter(({ voidedAt }) => voidedAt !== null),
          (row) => row.id,
        )
        yield ballots.map(({ id, number, areaHundredths }) => ({
          number,
          areaHundredths,
          properties: propertiesOf.get(id) ?? [],
          isDelivered: deliveredKeys.has(id),
          voidedDeliveries: (voidedOf.get(id) ?? []).map((row) => ({ ...row, voidedBy: row.voidedBy ?? '' })),
        }))
      }
    },
    /** Every counting ballot, with its properties only. */
    async *roster(activityKey: number): AsyncGenerator<BallotProperties[]> {
      for await (const { ballots, propertiesOf } of chunks(activityKey, { isVotedLeftOut: false })) {
        yield ballots.map(({ id, number, areaHundredths }) => ({ number, areaHundredths, properties: propertiesOf.get(id) ?? [] }))
      }
    },
  }
}

const hasNoVote = sql<boolean>`not ${hasVote('ballot.id')}`

interface RecordRow {
  readonly public_id: string
  readonly status: 0 | 1 | 2
  readonly source: Exclude<RecordSource, ''>
  readonly marked_code: string
  readonly answers: string
  readonly created_by: number
  readonly created_at: number
  readonly voted_by: number | null
  readonly voted_at: number | null
  readonly voided_by: number | null
  readonly voided_at: number | null
  readonly channel: number
  readonly received_at: number | null
  readonly handed_in_by: string
  readonly is_late: 0 | 1
  readonly reading_public_id: string
  readonly agent_name: string | null
}

/** A ballot's state from its record: the last user and time. */
function stateOf(record: RecordRow | undefined, names: ReadonlyMap<number, string>): Omit<ReportBallot, keyof BallotProperties> {
  if (!record) return { state: 'none', recordId: '', markedCode: '', answers: '', at: null, operator: '', receipt: null }
  const { status, source, marked_code: markedCode, answers } = record
  if (status === 2)
    return { state: 'void', recordId: '', markedCode, answers: '', at: record.voided_at, operator: nameIn(names, record.voided_by), receipt: null }
  if (status === 0)
    return { state: 'marked', recordId: '', markedCode, answers: '', at: record.created_at, operator: nameIn(names, record.created_by), receipt: null }
  const receipt = {
    channel: record.channel,
    receivedAt: record.received_at,
    handedInBy: record.handed_in_by,
    isLate: record.is_late === 1,
    isScanned: record.reading_public_id !== '',
    agentName: record.agent_name ?? '',
  }
  const state = source === 'tally' ? 'tallied' : source === 'import' ? 'imported' : 'voted'
  return { state, recordId: record.public_id, markedCode, answers, at: record.voted_at, operator: nameIn(names, record.voted_by), receipt }
}
