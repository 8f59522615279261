import { chinaMidnight } from '../../time/chinaTime.ts'
import { NOTICE, type DeliveryMethod, type DeliveryPolicy, type DeliveryRule, type EvidenceKind } from '../activity/deliveryPolicy.ts'

/** Who signed for a delivery: 1 the owner, 2 somebody who lives there, 3 somebody for them, 4 another. */
export const RELATIONS = [1, 2, 3, 4] as const
export type Relation = (typeof RELATIONS)[number]
export const relationNames: Readonly<Record<Relation, string>> = { 1: '本人', 2: '同住人', 3: '代收', 4: '其他' }

/** What of a delivery decides whether it is accepted. Times: epoch ms. */
export interface DeliveryFacts {
  /** null if nobody has said by which of the accepted ways. */
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
  /** When a visit first found nobody (epoch ms): an attempt, but no delivery; null if none did. */
  readonly attemptedAt: number | null
}

/** What else is known when a delivery is judged. */
export interface JudgedAt {
  /** What was tried with the same ballot ({@link triedWith}); the judged delivery may be among it. */
  readonly earlier: readonly Pick<DeliveryFacts, 'method' | 'deliveredAt'>[]
  /** Epoch ms: now, or the end of the vote where that has passed. */
  readonly at: number
}

/**
 * What a delivery lacks, exactly: each kind of evidence, and
 *
 * - `method`: its way is none of the accepted ones
 * - `late`: it was made after the end of the vote
 * - `receiver`: nobody has said who signed
 * - `relation`: whoever signed is not who has to
 * - `attempt`: a notice before which nothing else was tried
 * - `days`: its days have not run
 */
export const LACKS = ['method', 'late', 'receipt', 'seconddeliverer', 'trackingno', 'notice', 'receiver', 'relation', 'attempt', 'days'] as const
export type Lack = (typeof LACKS)[number]

export const MISSING_PARTS = ['evidence', 'relation', 'attempt', 'days'] as const
export type MissingPart = (typeof MISSING_PARTS)[number]

/** What a delivery comes to by the activity's policy. */
export interface Judgement {
  /** Whether its way is accepted: of a notice only after an earlier attempt and once its days have run. */
  readonly accepted: boolean
  readonly missing: readonly MissingPart[]
}

/** Whoever may sign, by the way of delivering; every other way needs no signature. */
const signers: Partial<Readonly<Record<DeliveryMethod, readonly Relation[]>>> = { 1: [1], 2: [1, 2] }

const DAY = 86_400_000

const has: Readonly<Record<EvidenceKind, (delivery: DeliveryFacts) => boolean>> = {
  receipt: ({ hasPicture }) => hasPicture,
  seconddeliverer: ({ hasSecondDeliverer }) => hasSecondDeliverer,
  trackingno: ({ hasTrackingNo }) => hasTrackingNo,
  notice: ({ noticeFrom, noticeTo }) => noticeFrom !== null && noticeTo !== null,
}

/** What was tried with a ballot: its deliveries, and the first visit that found nobody. */
export const triedWith = ({ deliveries, attemptedAt }: DeliveredFacts): JudgedAt['earlier'] =>
  attemptedAt === null ? deliveries : [...deliveries, { method: null, deliveredAt: attemptedAt }]

const startOf = ({ method, noticeFrom, deliveredAt }: DeliveryFacts): number => (method === NOTICE ? (noticeFrom ?? deliveredAt) : deliveredAt)

/**
 * Whether a delivery's days have run: the first day is not counted, and the last ends at midnight (articles 201 and 203 of
 * the Civil Code). A notice must hang through all of them.
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

/** All that a delivery lacks under a policy; nothing if there is none. */
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
 * Whether an activity accepts the way of a delivery, and what is missing of it, by all that it lacks.
 *
 * Without a policy every delivery on record is accepted and nothing is missing. Nothing here changes a result: the official
 * outcome counts every delivery on record (`counting.md` section 3).
 */
export function judgementOf(lacks: readonly Lack[]): Judgement {
  const found = new Set(lacks.map((lack) => missingOf[lack]))
  return { accepted: isAccepted(lacks), missing: MISSING_PARTS.filter((each) => found.has(each)) }
}

/** Of a ballot that was delivered to: `complete` is accepted by some delivery that lacks nothing. */
export interface DeliveryState {
  readonly accepted: boolean
  readonly complete: boolean
}

/** What the deliveries on record to one ballot come to. */
export function deliveryStateOf(facts: DeliveredFacts, policy: DeliveryPolicy, at: number): DeliveryState {
  const earlier = triedWith(facts)
  const lacks = facts.deliveries.map((delivery) => lacksOf(delivery, policy, { earlier, at }))
  return { accepted: lacks.some(isAccepted), complete: lacks.some((each) => each.length === 0) }
}

/** When deliveries of an activity are judged: now, or the end of the vote where that has passed. */
export const judgedAt = (now: number, endsAt: number): number => Math.min(now, endsAt)
