import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import type { TopicRule } from '#shared/features/activity/law.ts'
import { deliveryStateOf } from '#shared/features/delivery/judging.ts'
import type { Share } from '#shared/features/result/rules.ts'
import type { DeliveredBallot } from '../delivery/packed.ts'
import { conclude, type Outcome, type Tally } from './counting.ts'

/** Which deliveries count: all recorded, those by an accepted method, or those with complete evidence (`insight.md` section 4). */
export type DeliveryBasis = 'registered' | 'accepted' | 'complete'

/** Delivered ballots without a vote, by which deliveries count. */
export type DeliveryShares = Readonly<Record<DeliveryBasis, Share>>

/** Sums delivered ballots without a vote, each by its best delivery. */
export function deliveryShares(ballots: ReadonlyMap<string, DeliveredBallot>, policy: DeliveryPolicy, at: number): DeliveryShares {
  const sums = { registered: { count: 0, areaHundredths: 0 }, accepted: { count: 0, areaHundredths: 0 }, complete: { count: 0, areaHundredths: 0 } }
  const add = (sum: { count: number; areaHundredths: number }, areaHundredths: number): void => {
    sum.count++
    sum.areaHundredths += areaHundredths
  }
  for (const ballot of ballots.values()) {
    const { areaHundredths } = ballot
    const { accepted, complete } = deliveryStateOf(ballot, policy, at)
    add(sums.registered, areaHundredths)
    if (accepted) add(sums.accepted, areaHundredths)
    if (complete) add(sums.complete, areaHundredths)
  }
  return sums
}

/** The outcome of one topic or option on each basis. The first is the official one. */
export type DeliveryOutcomes = Readonly<Record<DeliveryBasis, Share & { readonly outcome: Outcome }>>

/** The conclusions if only some of the deliveries counted; everything else as counted. */
export function deliveryOutcomes(topic: TopicRule, counted: Tally, shares: DeliveryShares): DeliveryOutcomes {
  const by = (basis: DeliveryBasis) => ({ ...shares[basis], outcome: conclude(topic, { ...counted, delivered: shares[basis] }).outcome })
  return { registered: by('registered'), accepted: by('accepted'), complete: by('complete') }
}
