import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { judgementOf, lacksOf, type DeliveryFacts, type JudgedAt, type Judgement, type Lack } from '#shared/features/notification/judging.ts'
import type { NotificationTable } from './tables.ts'

type FactColumns = Pick<
  NotificationTable,
  'method' | 'delivered_at' | 'relation' | 'pictures' | 'second_deliverer' | 'tracking_no' | 'notice_from' | 'notice_to'
>

/** What of a stored delivery decides whether it is accepted. */
export const factsOf = (row: FactColumns): DeliveryFacts => ({
  method: row.method,
  deliveredAt: row.delivered_at,
  relation: row.relation,
  hasPicture: row.pictures !== '[]',
  hasSecondDeliverer: row.second_deliverer !== '',
  hasTrackingNo: row.tracking_no !== '',
  noticeFrom: row.notice_from,
  noticeTo: row.notice_to,
})

/** A judgement as answers have it: null and nothing where there is no policy or no delivery. */
export interface JudgedAnswer {
  readonly accepted: boolean | null
  readonly missing: Judgement['missing']
  readonly lacks: readonly Lack[]
}
export const NOT_JUDGED: JudgedAnswer = { accepted: null, missing: [], lacks: [] }

/** How a policy judges one delivery. */
export function judgedAnswer(delivery: DeliveryFacts, policy: DeliveryPolicy, judgedAt: JudgedAt): JudgedAnswer {
  if (policy.length === 0) return NOT_JUDGED
  const lacks = lacksOf(delivery, policy, judgedAt)
  return { ...judgementOf(lacks), lacks }
}

/** The best of a ballot's deliveries: accepted before not, lacking less before more, then as they come. */
export function bestAnswer(deliveries: readonly DeliveryFacts[], policy: DeliveryPolicy, at: number): JudgedAnswer {
  const rank = ({ accepted, lacks }: JudgedAnswer): number => (accepted === true ? 0 : 100) + lacks.length
  const judged = deliveries.map((delivery) => judgedAnswer(delivery, policy, { earlier: deliveries, at }))
  return judged.toSorted((one, other) => rank(one) - rank(other))[0] ?? NOT_JUDGED
}
