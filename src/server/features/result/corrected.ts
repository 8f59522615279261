import { sql } from 'kysely'
import { answerSlots } from '#shared/features/activity/rules.ts'
import type { DeliveryFacts } from '#shared/features/delivery/judging.ts'
import type { Correction } from '#shared/features/objection/contract.ts'
import { ObjectionStatus } from '#shared/features/objection/rules.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import type { ChangedResult } from '#shared/features/result/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { isOneOf, isOneText } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import type { Slot } from '../activity/rules.ts'
import { firstAttempts } from '../delivery/attempts.ts'
import { decodeAnswers } from '../voting/rules.ts'
import { changedResults, corrected, laidOver, type BallotFacts, type ChangedBallot, type CorrectedFact, type Results } from './corrections.ts'
import { electionResults, slotResults } from './results.ts'
import { resultStore, type ActivitySums, type CountedBy, type CountedTopic } from './store.ts'

/** A correction as stored in a decision; `receivedAt` (epoch ms) is for a vote that was not entered. */
export type StoredCorrection = CorrectedFact & { readonly ballotId: string; readonly receivedAt?: number }

/** A correction of an objection. */
export interface OwnCorrection {
  readonly objectionId: string
  readonly number: number
  readonly correction: StoredCorrection
}

/** The facts of a ballot that corrections refer to. */
export interface BallotOnRecord {
  readonly id: string
  readonly isEnded: boolean
  /** Its properties in words, joined by 、. */
  readonly place: string
  /** Who entered the valid vote, by account key; null if there is none. */
  readonly votedBy: number | null
  /** When its paper came back; null if it has not. */
  readonly paperReceivedAt: number | null
  readonly facts: BallotFacts
}

/** Some ballots of an activity by public id; missing ones are left out. */
export async function ballotsOnRecord(db: Db, activityKey: number, ids: Iterable<string>): Promise<ReadonlyMap<string, BallotOnRecord>> {
  const store = factStore(db)
  const ballots = await store.ballots(activityKey, [...new Set(ids)])
  const keys = ballots.map(({ key }) => key)
  const [properties, records, deliveries, papers] = [
    Map.groupBy(await store.properties(keys), (row) => row.ballot_id),
    // In order of creation, so that the last one wins.
    new Map((await store.records(keys)).map((row) => [row.ballot_id, row])),
    Map.groupBy(await store.deliveries(keys), (row) => row.ballot_id),
    new Map((await store.papers(keys)).map((row) => [row.ballot_id, row.received_at])),
  ]
  const attemptedAt = new Map((await firstAttempts(db, activityKey)).map((attempt) => [attempt.key, attempt.at]))
  return new Map(
    ballots.map(({ key, id, area, ended }) => {
      const last = records.get(key)
      const isVoted = last?.status === 1
      return [
        id,
        {
          id,
          isEnded: ended === 1,
          place: (properties.get(key) ?? []).map(placeInWords).join('、'),
          votedBy: isVoted ? last.voted_by : null,
          paperReceivedAt: papers.get(key) ?? null,
          facts: {
            status: last?.status ?? -1,
            answers: isVoted ? last.answers : '',
            areaHundredths: area,
            deliveries: (deliveries.get(key) ?? []).map(deliveryFacts),
            attemptedAt: attemptedAt.get(key) ?? null,
          },
        },
      ]
    }),
  )
}

/** The corrections of the decisions in force, by objection number. */
export async function correctionsInForce(db: Db, activityKey: number): Promise<OwnCorrection[]> {
  const rows = await factStore(db).corrections(activityKey)
  return rows.flatMap(({ id, number, corrections }) => correctionsIn(corrections).map((correction) => ({ objectionId: id, number, correction })))
}

/** Whether an activity has any correction in force. */
export const hasCorrection = async (db: Db, activityKey: number): Promise<boolean> => (await correctionsInForce(db, activityKey)).length > 0

/** The corrections of a decision; the column is written only by the program. */
export const correctionsIn = (column: string): StoredCorrection[] => JSON.parse(column) as StoredCorrection[]

/** A correction in wire form. */
export function correctionSaid({ objectionId, number, correction }: OwnCorrection, { id, place, facts }: BallotOnRecord, slots: readonly Slot[]): Correction {
  const said = ({ status, answers, deliveries, areaHundredths }: BallotFacts): Correction['from'] => ({
    status,
    choices: decodeAnswers(slots, answers),
    isDelivered: deliveries.length > 0,
    areaHundredths,
  })
  return { objectionId, number, ballotId: id, place, kind: correction.kind, from: said(facts), to: said(corrected(facts, correction)) }
}

/** Each corrected ballot once, with all its corrections. */
function changedBallots(ballots: ReadonlyMap<string, BallotOnRecord>, corrections: readonly OwnCorrection[]): ChangedBallot[] {
  return [...Map.groupBy(corrections, ({ correction }) => correction.ballotId)].flatMap(([ballotId, own]) => {
    const from = ballots.get(ballotId)?.facts
    return from ? [{ from, to: own.reduce((facts, { correction }) => corrected(facts, correction), from) }] : []
  })
}

/** A count with its input sums. */
export interface Counted extends Results {
  readonly sums: ActivitySums
}

/** An activity's official count, the one with all corrections in force, and the differing conclusions. */
export interface CountedTwice {
  readonly topics: readonly CountedTopic[]
  readonly official: Counted
  readonly corrected: Counted
  readonly corrections: readonly Correction[]
  readonly changed: readonly ChangedResult[]
}

/** Counts an activity as recorded, and with its corrections, by the same function. */
export async function countTwice(db: Db, activityKey: number, by: CountedBy): Promise<CountedTwice> {
  const store = resultStore(db)
  const topics = await store.topics(activityKey)
  const sums = await store.sums(activityKey, topics, by)
  const inForce = await correctionsInForce(db, activityKey)
  const ballots = await ballotsOnRecord(
    db,
    activityKey,
    inForce.map(({ correction }) => correction.ballotId),
  )
  const countedOf = (input: ActivitySums): Counted => {
    const slots = slotResults(by.rule, topics, input)
    return { sums: input, slots, elections: electionResults(topics, slots, input) }
  }
  const official = countedOf(sums)
  const laid = countedOf(laidOver(sums, topics, by, changedBallots(ballots, inForce)))
  const slots = answerSlots(topics).map(({ topic, option }) => ({ topicId: topic.id, optionId: option?.id ?? '', voteModel: topic.voteModel }))
  const corrections = inForce.flatMap((own) => {
    const ballot = ballots.get(own.correction.ballotId)
    return ballot ? [correctionSaid(own, ballot, slots)] : []
  })
  return { topics, official, corrected: laid, corrections, changed: changedResults(official, laid) }
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof factStore>['deliveries']>>[number]
const deliveryFacts = (row: DeliveryRow): DeliveryFacts => ({
  method: row.method,
  relation: row.relation,
  deliveredAt: row.delivered_at,
  hasPicture: row.pictures !== '[]',
  hasSecondDeliverer: row.second_deliverer !== '',
  hasTrackingNo: row.tracking_no !== '',
  noticeFrom: row.notice_from,
  noticeTo: row.notice_to,
})

/** Queries on corrected ballots, and on the corrections. */
function factStore(db: Db) {
  return {
    ballots: (activityKey: number, ids: readonly string[]) =>
      db
        .selectFrom('ballot')
        .select(['id as key', 'public_id as id', 'area_hundredths as area', 'is_ended as ended'])
        .where('activity_id', '=', activityKey)
        .where(isOneText(db, sql.ref('public_id'), ids))
        .execute(),
    /** In reading order. */
    properties: (ballotKeys: readonly number[]) =>
      db
        .selectFrom('roster_property')
        .select(['ballot_id', 'period', 'zone', 'building', 'unit', 'room'])
        .where(isOneOf(db, sql.ref('ballot_id'), ballotKeys))
        .orderBy('place_key')
        .execute(),
    records: (ballotKeys: readonly number[]) =>
      db
        .selectFrom('vote_record')
        .select(['ballot_id', 'status', 'answers', 'voted_by'])
        .where(isOneOf(db, sql.ref('ballot_id'), ballotKeys))
        .orderBy('id')
        .execute(),
    deliveries: (ballotKeys: readonly number[]) =>
      db
        .selectFrom('notification as delivery')
        .innerJoin('roster_property as property', 'property.id', 'delivery.roster_property_id')
        .select(['property.ballot_id', 'delivery.method', 'delivery.relation', 'delivery.delivered_at', 'delivery.pictures'])
        .select(['delivery.second_deliverer', 'delivery.tracking_no', 'delivery.notice_from', 'delivery.notice_to'])
        .where('delivery.voided_at', 'is', null)
        .where(isOneOf(db, sql.ref('property.ballot_id'), ballotKeys))
        .orderBy('delivery.id')
        .execute(),
    /** Papers that came back. */
    papers: (ballotKeys: readonly number[]) =>
      db
        .selectFrom('ballot_paper')
        .select(['ballot_id', 'received_at'])
        .where('status', '=', PaperState.received)
        .where(isOneOf(db, sql.ref('ballot_id'), ballotKeys))
        .execute(),
    corrections: (activityKey: number) =>
      db
        .selectFrom('objection')
        .innerJoin('objection_decision as decision', 'decision.objection_id', 'objection.id')
        .select(['objection.public_id as id', 'objection.number', 'decision.corrections'])
        .where('objection.activity_id', '=', activityKey)
        .where('objection.status', '=', ObjectionStatus.justified)
        .where('decision.id', '=', (newest) =>
          newest
            .selectFrom('objection_decision as other')
            .select(({ fn }) => fn.max('other.id').as('id'))
            .whereRef('other.objection_id', '=', 'objection.id'),
        )
        .orderBy('objection.number')
        .execute(),
  }
}
