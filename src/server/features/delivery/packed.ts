import { sql } from 'kysely'
import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { deliveryStateOf, type DeliveredFacts, type DeliveryFacts, type DeliveryState } from '#shared/features/delivery/judging.ts'
import type { AttemptedBallot } from './attempts.ts'

const [PICTURE, SECOND_DELIVERER, TRACKING_NO] = [1, 2, 4]

/**
 * One delivery as text, from the tables `ballot` and `delivery`: ballot, its area, method, relation, stored evidence, time,
 * and the notice's days; `0` for missing values, deliveries separated by commas.
 *
 * One long text costs the database and this process a third of a row per delivery; see `answer-sums.ts`.
 */
export const packedDelivery = sql<string>`ballot.public_id || ':' || ballot.area_hundredths || ':' || coalesce(delivery.method, 0) || ':'
  || coalesce(delivery.relation, 0) || ':'
  || (case when delivery.pictures <> '[]' then ${sql.lit(PICTURE)} else 0 end
    + case when delivery.second_deliverer <> '' then ${sql.lit(SECOND_DELIVERER)} else 0 end
    + case when delivery.tracking_no <> '' then ${sql.lit(TRACKING_NO)} else 0 end) || ':'
  || delivery.delivered_at || ':' || coalesce(delivery.notice_from, 0) || ':' || coalesce(delivery.notice_to, 0)`

/** A ballot that was delivered to. */
export interface DeliveredBallot extends DeliveredFacts {
  readonly areaHundredths: number
}

/**
 * The ballots of packed deliveries, by public id.
 *
 * @param packed null if none
 * @param attempts ballots with failed contact attempts
 */
export function deliveredBallots(packed: string | null, attempts: readonly AttemptedBallot[]): ReadonlyMap<string, DeliveredBallot> {
  const attemptedAt = new Map(attempts.map(({ id, at }) => [id, at]))
  const found = new Map<string, DeliveredBallot & { deliveries: DeliveryFacts[] }>()
  for (const one of packed ? packed.split(',') : []) {
    const parts = one.split(':')
    const ballotId = parts[0] ?? ''
    let ballot = found.get(ballotId)
    if (ballot === undefined) {
      ballot = { areaHundredths: Number(parts[1]), deliveries: [], attemptedAt: attemptedAt.get(ballotId) ?? null }
      found.set(ballotId, ballot)
    }
    const kept = Number(parts[4])
    ballot.deliveries.push({
      // The tables' own checks exclude other values.
      method: (Number(parts[2]) || null) as DeliveryFacts['method'],
      relation: (Number(parts[3]) || null) as DeliveryFacts['relation'],
      deliveredAt: Number(parts[5]),
      hasPicture: (kept & PICTURE) !== 0,
      hasSecondDeliverer: (kept & SECOND_DELIVERER) !== 0,
      hasTrackingNo: (kept & TRACKING_NO) !== 0,
      noticeFrom: Number(parts[6]) || null,
      noticeTo: Number(parts[7]) || null,
    })
  }
  return found
}

/** The overall state of each ballot's deliveries; ballots without a delivery are left out. */
export function statesOf(ballots: ReadonlyMap<string, DeliveredBallot>, policy: DeliveryPolicy, at: number): ReadonlyMap<string, DeliveryState> {
  return new Map(Array.from(ballots, ([ballotId, ballot]) => [ballotId, deliveryStateOf(ballot, policy, at)]))
}
