/**
 * Corrections to a closed count (`after.md` section 4): applied to the sums, so that official and corrected figures come
 * from the same counting code with two inputs.
 *
 * No database access here. A correction changes one ballot: its former state is subtracted from the sums, and its corrected one added.
 */
import { electionsOf } from '#shared/features/activity/elections.ts'
import { answerSlots, countsDelivered } from '#shared/features/activity/rules.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { DeliveredFacts } from '#shared/features/delivery/judging.ts'
import type { ChangedResult } from '#shared/features/result/contract.ts'
import { minus, NO_SHARE, plus, type Share } from '#shared/features/result/rules.ts'
import { createAnswerSums, type AnswerSumsBySlot } from './answer-sums.ts'
import { deliveryShares, type DeliveryShares } from './deliveries.ts'
import type { ElectionResult, SlotResult } from './results.ts'
import type { ActivitySums, CountedBy, CountedTopic } from './store.ts'

/** The counted facts of a ballot; its status is that of its last record, as in the tally digest: -1 without one. */
export interface BallotFacts extends DeliveredFacts {
  readonly status: BallotState | 2
  /** One character per slot; `''` unless it has voted. */
  readonly answers: string
  readonly areaHundredths: number
}

/** A correction's statement about its ballot. */
export type CorrectedFact =
  | { readonly kind: 'void' }
  | { readonly kind: 'answers' | 'vote'; readonly answers: string }
  | { readonly kind: 'undelivered' }
  | { readonly kind: 'area'; readonly areaHundredths: number }

const VOIDED = 2

/** A ballot with one correction applied; the ballot itself if nothing changes. */
export function corrected(ballot: BallotFacts, correction: CorrectedFact): BallotFacts {
  switch (correction.kind) {
    case 'void':
      return { ...ballot, status: VOIDED, answers: '' }
    case 'answers':
    case 'vote':
      return { ...ballot, status: BallotState.voted, answers: correction.answers }
    case 'undelivered':
      return { ...ballot, deliveries: [] }
    case 'area':
      return { ...ballot, areaHundredths: correction.areaHundredths }
  }
}

/** Whether two states of a ballot count the same. */
export const isSameBallot = (one: BallotFacts, other: BallotFacts): boolean =>
  one.status === other.status &&
  one.answers === other.answers &&
  one.areaHundredths === other.areaHundredths &&
  one.deliveries.length === other.deliveries.length

/** A corrected ballot, as recorded and with all its corrections. */
export interface ChangedBallot {
  readonly from: BallotFacts
  readonly to: BallotFacts
}

/** Sums of some ballots; deliveries only if counted, as in the database's sums. */
function sumsOfBallots(
  ballots: readonly BallotFacts[],
  topics: readonly CountedTopic[],
  { rule, policy, at }: CountedBy,
): Omit<ActivitySums, 'adjustedProperties'> {
  const answers = createAnswerSums(answerSlots(topics).length, electionsOf(topics))
  const sum = (which: (ballot: BallotFacts) => boolean): Share =>
    ballots.filter(which).reduce((total, { areaHundredths }) => plus(total, { count: 1, areaHundredths }), NO_SHARE)
  const isVoted = ({ status }: BallotFacts): boolean => status === BallotState.voted
  const isDelivered = (ballot: BallotFacts): boolean => !isVoted(ballot) && ballot.deliveries.length > 0
  for (const { areaHundredths, answers: answered } of ballots.filter(isVoted)) answers.add(`${areaHundredths}:${answered},`)
  return {
    answers,
    ballots: {
      whole: sum(() => true),
      voted: sum(isVoted),
      voided: sum(({ status }) => status === VOIDED),
      delivered: countsDelivered(rule) ? sum(isDelivered) : NO_SHARE,
    },
    deliveries: policy.length === 0 ? null : deliveryShares(new Map(ballots.filter(isDelivered).map((ballot, index) => [String(index), ballot])), policy, at),
  }
}

const exchanged = (share: Share, lost: Share, gained: Share): Share => plus(minus(share, lost), gained)

function exchangedDeliveries(shares: DeliveryShares | null, lost: DeliveryShares | null, gained: DeliveryShares | null): DeliveryShares | null {
  if (!shares || !lost || !gained) return shares
  const by = (basis: keyof DeliveryShares): Share => exchanged(shares[basis], lost[basis], gained[basis])
  return { registered: by('registered'), accepted: by('accepted'), complete: by('complete') }
}

/** Answers of all ballots with some of them replaced. */
function exchangedAnswers(all: AnswerSumsBySlot, lost: AnswerSumsBySlot, gained: AnswerSumsBySlot): AnswerSumsBySlot {
  return {
    slot(position) {
      const [before, after] = [lost.slot(position), gained.slot(position)]
      const [open, approve, oppose, abstain] = all.slot(position)
      return [
        exchanged(open, before[0], after[0]),
        exchanged(approve, before[1], after[1]),
        exchanged(oppose, before[2], after[2]),
        exchanged(abstain, before[3], after[3]),
      ]
    },
    overvoted: (election) => exchanged(all.overvoted(election), lost.overvoted(election), gained.overvoted(election)),
  }
}

/** An activity's sums with corrections applied; each ballot occurs once. */
export function laidOver(sums: ActivitySums, topics: readonly CountedTopic[], countedBy: CountedBy, changed: readonly ChangedBallot[]): ActivitySums {
  const [lost, gained] = [changed.map(({ from }) => from), changed.map(({ to }) => to)].map((ballots) => sumsOfBallots(ballots, topics, countedBy))
  if (!lost || !gained) return sums
  const share = (name: keyof ActivitySums['ballots']): Share => exchanged(sums.ballots[name], lost.ballots[name], gained.ballots[name])
  return {
    adjustedProperties: sums.adjustedProperties,
    ballots: { whole: share('whole'), voted: share('voted'), voided: share('voided'), delivered: share('delivered') },
    answers: exchangedAnswers(sums.answers, lost.answers, gained.answers),
    deliveries: exchangedDeliveries(sums.deliveries, lost.deliveries, gained.deliveries),
  }
}

/** The conclusions on the slots, and the elected. */
export interface Results {
  readonly slots: readonly SlotResult[]
  readonly elections: readonly ElectionResult[]
}

/** A candidate's outcome. */
const placeOf = ({ elections }: Results, optionId: string): string => {
  if (elections.some(({ elected }) => elected.includes(optionId))) return '当选'
  return elections.some(({ tied }) => tied.includes(optionId)) ? '并列' : ''
}

/** Differing conclusions of two results of the same activity, in the order of the slots. */
export function changedResults(official: Results, correctedOnes: Results): ChangedResult[] {
  return official.slots.flatMap(({ topic, option, concluded }, position) => {
    const about = { topicId: topic.id, optionId: option?.id ?? '' }
    const outcomes = { ...about, field: 'outcome' as const, official: concluded.outcome, corrected: correctedOnes.slots[position]?.concluded.outcome ?? '' }
    const places = { ...about, field: 'elected' as const, official: placeOf(official, about.optionId), corrected: placeOf(correctedOnes, about.optionId) }
    return [outcomes, places].filter((each) => each.official !== each.corrected)
  })
}
