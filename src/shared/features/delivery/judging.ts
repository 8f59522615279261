import { chinaMidnight } from '../../time/chinaTime.ts'
import { NOTICE, type DeliveryMethod, type DeliveryPolicy, type DeliveryRule, type EvidenceKind } from '../activity/deliveryPolicy.ts'

/** Who signed for a delivery: 1 the owner, 2 a co-resident, 3 a representative, 4 another. */
export const RELATIONS = [1, 2, 3, 4] as const
export type Relation = (typeof RELATIONS)[number]
export const relationNames: Readonly<Record<Relation, string>> = { 1: '本人', 2: '同住人', 3: '代收', 4: '其他' }

/** The facts that decide whether a delivery is accepted. Times in epoch ms. */
export interface DeliveryFacts {
  /** null if the accepted way was not recorded. */
  readonly method: DeliveryMethod | null
  readonly deliveredAt: number
  readonly relation: Relation | null
  readonly hasPicture: boolean
  readonly hasSecondDeliverer: boolean
  readonly hasTrackingNo: boolean
  readonly noticeFrom: number | null
  readonly noticeTo: number | null
}

/** What was done to reach one ballot's owners. */
export interface DeliveredFacts {
  /** Those on record. */
  readonly deliveries: readonly DeliveryFacts[]
  /** First unsuccessful visit (epoch ms), an attempt but no delivery; null if none. */
  readonly attemptedAt: number | null
}

/** Context for judging a delivery. */
export interface JudgedAt {
  /** Attempts with the same ballot ({@link triedWith}); may include the judged delivery. */
  readonly earlier: readonly Pick<DeliveryFacts, 'method' | 'deliveredAt'>[]
  /** Epoch ms: now, or the end of the vote if that has passed. */
  readonly at: number
}

/**
 * What a delivery lacks in detail: each kind of evidence, and
 *
 * - `method`: its way is not accepted
 * - `late`: it was made after the end of the vote
 * - `receiver`: the signer is not stated
 * - `relation`: the signer is not one of those required
 * - `attempt`: a notice without an earlier attempt
 * - `days`: its days have not passed
 */
export const LACKS = ['method', 'late', 'receipt', 'seconddeliverer', 'trackingno', 'notice', 'receiver', 'relation', 'attempt', 'days'] as const
export type Lack = (typeof LACKS)[number]

export const MISSING_PARTS = ['evidence', 'relation', 'attempt', 'days'] as const
export type MissingPart = (typeof MISSING_PARTS)[number]

/** A delivery's judgement by the activity's policy. */
export interface Judgement {
  /** Whether its way is accepted: a notice only after an earlier attempt and once its days have passed. */
  readonly accepted: boolean
  readonly missing: readonly MissingPart[]
}

/** Valid signers, by way of delivery; other ways need no signature. */
const signers: Partial<Readonly<Record<DeliveryMethod, readonly Relation[]>>> = { 1: [1], 2: [1, 2] }

const DAY = 86_400_000

const has: Readonly<Record<EvidenceKind, (delivery: DeliveryFacts) => boolean>> = {
  receipt: ({ hasPicture }) => hasPicture,
  seconddeliverer: ({ hasSecondDeliverer }) => hasSecondDeliverer,
  trackingno: ({ hasTrackingNo }) => hasTrackingNo,
  notice: ({ noticeFrom, noticeTo }) => noticeFrom !== null && noticeTo !== null,
}

/** Attempts for a ballot: its deliveries, and the first unsuccessful visit. */
export const triedWith = ({ deliveries, attemptedAt }: DeliveredFacts): JudgedAt['earlier'] =>
  attemptedAt === null ? deliveries : [...deliveries, { method: null, deliveredAt: attemptedAt }]

const startOf = ({ method, noticeFrom, deliveredAt }: DeliveryFacts): number => (method === NOTICE ? (noticeFrom ?? deliveredAt) : deliveredAt)

/**
 * Whether a delivery's days have passed: the first day is not counted, and the last ends at midnight (articles 201 and 203 of
 * the Civil Code). A notice must be posted throughout.
 */
function haveDaysRun(delivery: DeliveryFacts, days: number, at: number): boolean {
  if (days === 0) return true
  const lastDay = chinaMidnight(startOf(delivery)) + days * DAY
  const isTakenDown = delivery.method === NOTICE && delivery.noticeTo !== null && chinaMidnight(delivery.noticeTo) < lastDay
  return !isTakenDown && at >= lastDay + DAY
}

const isAttempted = (delivery: DeliveryFacts, earlier: JudgedAt['earlier']): boolean =>
  earlier.some(({ method, deliveredAt }) => method !== NOTICE && deliveredAt < startOf(delivery))

function signatureLack({ method, relation }: DeliveryFacts): readonly Lack[] {
  const signing = method === null ? undefined : signers[method]
  if (signing === undefined) return []
  if (relation === null) return ['receiver']
  return signing.includes(relation) ? [] : ['relation']
}

function lacksUnder({ evidence, days }: DeliveryRule, delivery: DeliveryFacts, { earlier, at }: JudgedAt): readonly Lack[] {
  return [
    ...(delivery.deliveredAt > at ? (['late'] as const) : []),
    ...evidence.filter((kind) => !has[kind](delivery)),
    ...signatureLack(delivery),
    ...(delivery.method === NOTICE && !isAttempted(delivery, earlier) ? (['attempt'] as const) : []),
    ...(haveDaysRun(delivery, days, at) ? [] : (['days'] as const)),
  ]
}

/** Everything a delivery lacks under a policy; empty without a policy. */
export function lacksOf(delivery: DeliveryFacts, policy: DeliveryPolicy, judgedAt: JudgedAt): readonly Lack[] {
  if (policy.length === 0) return []
  const rule = policy.find(({ method }) => method === delivery.method)
  return rule ? lacksUnder(rule, delivery, judgedAt) : ['method']
}

const missingOf: Readonly<Record<Lack, MissingPart | null>> = {
  method: null,
  late: null,
  receipt: 'evidence',
  seconddeliverer: 'evidence',
  trackingno: 'evidence',
  notice: 'evidence',
  receiver: 'relation',
  relation: 'relation',
  attempt: 'attempt',
  days: 'days',
}

const isAccepted = (lacks: readonly Lack[]): boolean => !lacks.some((lack) => lack === 'method' || lack === 'late' || lack === 'attempt' || lack === 'days')

/**
 * Whether an activity accepts the way of a delivery, and what is missing, derived from all that it lacks.
 *
 * Without a policy every delivery on record is accepted and nothing is missing. This never changes a result: the official
 * outcome counts every delivery on record (`counting.md` section 3).
 */
export function judgementOf(lacks: readonly Lack[]): Judgement {
  const found = new Set(lacks.map((lack) => missingOf[lack]))
  return { accepted: isAccepted(lacks), missing: MISSING_PARTS.filter((each) => found.has(each)) }
}

/** For a ballot with a delivery: `complete` if some accepted delivery lacks nothing. */
export interface DeliveryState {
  readonly accepted: boolean
  readonly complete: boolean
}

/** The overall state of one ballot's deliveries on record. */
export function deliveryStateOf(facts: DeliveredFacts, policy: DeliveryPolicy, at: number): DeliveryState {
  const earlier = triedWith(facts)
  const lacks = facts.deliveries.map((delivery) => lacksOf(delivery, policy, { earlier, at }))
  return { accepted: lacks.some(isAccepted), complete: lacks.some((each) => each.length === 0) }
}

/** The time for judging an activity's deliveries: now, or the end of the vote if that has passed. */
export const judgedAt = (now: number, endsAt: number): number => Math.min(now, endsAt)
