import { sql, type RawBuilder } from 'kysely'
import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { electionsOf, type SeatOrder } from '#shared/features/activity/elections.ts'
import type { LawItem } from '#shared/features/activity/law.ts'
import { answerSlots, countsDelivered, type CountingRule, type TopicType, type VoteModel } from '#shared/features/activity/rules.ts'
import type { Share } from '#shared/features/result/rules.ts'
import type { Db } from '../../database/schema.ts'
import { hasVote, liveRecord } from '../ballot/liveRecord.ts'
import { attemptsUnder } from '../delivery/attempts.ts'
import { deliveredBallots, packedDelivery } from '../delivery/packed.ts'
import { createAnswerSums, type AnswerSumsBySlot } from './answer-sums.ts'
import type { BallotSums } from './counting.ts'
import { deliveryShares, type DeliveryShares } from './deliveries.ts'

/** A topic as named in results; `options` is empty if the topic itself is voted on. */
export interface CountedTopic {
  readonly id: string
  readonly title: string
  readonly sortNo: number
  readonly topicType: TopicType
  readonly voteModel: VoteModel
  readonly lawItem: LawItem | null
  readonly seats: number | null
  /** null without seats. */
  readonly seatOrder: SeatOrder | null
  readonly options: readonly { readonly id: string; readonly title: string; readonly sortNo: number }[]
}

/** The input of a result. */
export interface ActivitySums {
  readonly ballots: BallotSums
  readonly answers: AnswerSumsBySlot
  /** Properties whose changes during voting affected the roster's heads or area. */
  readonly adjustedProperties: number
  /** Delivered ballots without a vote, by the activity's judgement of deliveries; null without a delivery policy. */
  readonly deliveries: DeliveryShares | null
}

/** Characters of packed answers transferred in one piece; a character is a byte in both processes. */
const PIECE = 32_000_000
const MOST_BALLOTS = 200_000

type Kind = 'whole' | 'voted' | 'voided' | 'delivered' | 'deliveries' | 'adjusted'
interface SumRow {
  readonly kind: Kind
  readonly count: number
  readonly area: number
  /** '' except for `voted` and `deliveries`. */
  readonly packed: string | null
}

/** Parameters of an activity's count. */
export interface CountedBy {
  readonly rule: CountingRule
  readonly policy: DeliveryPolicy
  /** When its deliveries are judged; see `judgedAt`. */
  readonly at: number
}

/** Queries on the sums of an activity's ballots; reads tables of earlier features. */
export function resultStore(db: Db) {
  return {
    /** The topics in order, each with its options in order: the order of the slots. */
    async topics(activityKey: number): Promise<CountedTopic[]> {
      const rows = await db.selectFrom('topic').selectAll().where('activity_id', '=', activityKey).orderBy('sort_no').orderBy('id').execute()
      const options = await db
        .selectFrom('topic_option')
        .innerJoin('topic', 'topic.id', 'topic_option.topic_id')
        .select(['topic_option.topic_id', 'topic_option.public_id', 'topic_option.title', 'topic_option.sort_no'])
        .where('topic.activity_id', '=', activityKey)
        .orderBy('topic_option.sort_no')
        .orderBy('topic_option.id')
        .execute()
      const byTopic = Map.groupBy(options, (option) => option.topic_id)
      return rows.map((row) => ({
        id: row.public_id,
        title: row.title,
        sortNo: row.sort_no,
        topicType: row.topic_type,
        voteModel: row.vote_model,
        lawItem: row.law_item,
        seats: row.seats,
        seatOrder: row.seat_order,
        options: (byTopic.get(row.id) ?? []).map((option) => ({ id: option.public_id, title: option.title, sortNo: option.sort_no })),
      }))
    },

    /**
     * Sums all ballots in one statement, so that all figures are from the same moment, however many desks are voting.
     *
     * Counters would be faster to read but cost every vote; see `design/storage.md`, Data, for measurements. A record keeps
     * its ballot's area, which is frozen while the record is live. Deliveries, whose lookup takes as long as all the rest,
     * are only read if the rule counts them or the activity judges them; otherwise they stay zero.
     */
    async sums(activityKey: number, topics: readonly CountedTopic[], { rule, policy, at }: CountedBy): Promise<ActivitySums> {
      const slotCount = answerSlots(topics).length
      const { rows } = await sql<SumRow>`
        ${sumOf('whole', sql`ballot where activity_id = ${activityKey} and is_ended = 0`)}
        union all ${sumOf(
          'voided',
          sql`ballot where is_ended = 0 and id in (select ballot_id from vote_record where activity_id = ${activityKey} and status = 2)
          and not exists (select 1 from vote_record live where live.ballot_id = ballot.id and ${liveRecord('live')})`,
        )}
        union all select 'adjusted', coalesce(adjusted_houses, 0), 0, '' from activity where id = ${activityKey}
        ${countsDelivered(rule) ? sql`union all ${deliveredIn(activityKey)}` : sql``}
        ${policy.length > 0 ? sql`union all ${deliveriesIn(activityKey)}` : sql``}
        union all select 'voted', count(*), coalesce(sum(area_hundredths), 0), string_agg(area_hundredths || ':' || answers, ',') || ','
          from vote_record where activity_id = ${activityKey} and status = 1 ${inPieces(slotCount)}
      `.execute(db)
      const sums: Record<Kind, Share> = { whole: nothing, voted: nothing, voided: nothing, delivered: nothing, deliveries: nothing, adjusted: nothing }
      const attempts = await attemptsUnder(policy, db, activityKey)
      let deliveries = policy.length > 0 ? deliveryShares(new Map(), policy, at) : null
      const answers = createAnswerSums(slotCount, electionsOf(topics))
      for (const { kind, count, area, packed } of rows) {
        sums[kind] = { count: sums[kind].count + count, areaHundredths: sums[kind].areaHundredths + area }
        if (kind === 'deliveries') deliveries = deliveryShares(deliveredBallots(packed, attempts), policy, at)
        else if (packed) answers.add(packed)
      }
      return { ballots: sums, answers, deliveries, adjustedProperties: sums.adjusted.count }
    },
  }
}

const nothing: Share = { count: 0, areaHundredths: 0 }

const sumOf = (kind: Kind, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${sql.lit(kind)} as kind, count(*) as count, coalesce(sum(area_hundredths), 0) as area, '' as packed from ${from}`

const deliveredIn = (activityKey: number): RawBuilder<unknown> =>
  sumOf(
    'delivered',
    sql`ballot where is_ended = 0 and id in (select property.ballot_id from notification
        join roster_property property on property.id = notification.roster_property_id where notification.activity_id = ${activityKey} and notification.voided_at is null)
      and not ${hasVote('ballot.id')}`,
  )

const deliveriesIn = (activityKey: number): RawBuilder<unknown> =>
  sql`select 'deliveries' as kind, 0 as count, 0 as area, string_agg(${packedDelivery}, ',') as packed from notification as delivery
    join roster_property property on property.id = delivery.roster_property_id join ballot on ballot.id = property.ballot_id
    where delivery.activity_id = ${activityKey} and delivery.voided_at is null and ballot.is_ended = 0
      and not ${hasVote('ballot.id')}`

/** With very many slots a single text would exceed a database's memory; with few, splitting does not pay for the sorting. */
function inPieces(slotCount: number): RawBuilder<unknown> {
  const ballots = Math.max(1, Math.floor(PIECE / (slotCount + 10)))
  return ballots >= MOST_BALLOTS ? sql`` : sql`group by id / ${sql.lit(ballots)}`
}
