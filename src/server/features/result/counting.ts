/**
 * Counting and concluding a vote: `counting.md`, after articles 278 and 1259 of the Civil Code of China.
 *
 * No database, clock or setting is read here. Areas are integers of 0.01 m²; every decision compares integers,
 * never rounded rates. Numbers stay below 2^53: a hundred thousand ballots of 99,999.99 m² are 10^12.
 *
 * A topic's own item of article 278 replaces the fraction of the activity's rule (`paper.md` section 1).
 *
 * A ballot is one head, its area the sum of its properties (`counting.md` section 1). The thresholds are in the shared
 * rules, so that screens explain a verdict by the same comparison.
 */
import type { SeatOrder } from '#shared/features/activity/elections.ts'
import type { TopicRule } from '#shared/features/activity/law.ts'
import { countsDelivered } from '#shared/features/activity/rules.ts'
import { leadingAnswer, majorityOf, meetsQuorum, minus, NO_SHARE, plus, reaches, type AnswerName, type Share } from '#shared/features/result/rules.ts'

/** The five classes sum exactly to the total, in heads and in area (`counting.md` section 2). */
export interface Tally {
  readonly whole: Share
  readonly approve: Share
  readonly oppose: Share
  readonly abstain: Share
  /** Voted ballots that left it open, and ballots whose vote was voided. */
  readonly invalid: Share
  readonly notVoted: Share
  /** V: ballots with a vote, whatever the answer. */
  readonly voted: Share
  /** D: ballots with a recorded delivery but no vote. */
  readonly delivered: Share
}

/** Sums of an activity's ballots, independent of topics. */
export interface BallotSums {
  readonly whole: Share
  readonly voted: Share
  /** Ballots whose last record was voided. */
  readonly voided: Share
  /** Ballots with a recorded delivery but no vote. */
  readonly delivered: Share
}

/** Voted ballots by their answer to one topic or option: 0 left open, 1 approve, 2 oppose, 3 abstain. */
export type AnswerSums = readonly [open: Share, approve: Share, oppose: Share, abstain: Share]

/**
 * The tally from a database's single-pass sums: every ballot is in exactly one class.
 *
 * @throws Error if the answers do not sum to the voted ballots, or the classes exceed the total: no inexact result is ever shown
 */
export function tallyOfSums({ whole, voted, voided, delivered }: BallotSums, [open, approve, oppose, abstain]: AnswerSums): Tally {
  const answered = [open, approve, oppose, abstain].reduce(plus, NO_SHARE)
  if (!isSame(answered, voted)) throw new Error(`answers of ${inWords(answered)} to votes of ${inWords(voted)}`)
  const notVoted = minus(whole, plus(voted, voided))
  if (notVoted.count < 0 || notVoted.areaHundredths < 0) throw new Error(`votes of ${inWords(voted)} in a whole of ${inWords(whole)}`)
  return { whole, approve, oppose, abstain, invalid: plus(open, voided), notVoted, voted, delivered }
}

const isSame = (a: Share, b: Share): boolean => a.count === b.count && a.areaHundredths === b.areaHundredths
const inWords = ({ count, areaHundredths }: Share): string => `${count} ballots and ${areaHundredths} hundredths`

export type Outcome = '通过' | '不通过' | '未成立' | '不作结论'

/**
 * The conclusion on a topic or option by its rule (`counting.md` section 3; `paper.md` section 1 if it has its own item of article 278).
 */
export interface Conclusion {
  /** Those counted as participating. */
  readonly participants: Share
  /** Those counted as approving. */
  readonly approve: Share
  /** The answer to which delivered but unreturned ballots are added; null if they are left out. */
  readonly deliveredTo: AnswerName | null
  readonly isQuorumMet: boolean
  readonly outcome: Outcome
  /** The outcome if only returned ballots counted, by the same fraction. */
  readonly strictOutcome: Outcome
  readonly note: string
}

export const DISAGREEMENT_NOTE = '多数意见不一致，未反馈票未计入'
/** Silence follows the majority, and cannot approve five of nine candidates. */
const ELECTION_NOTE = '选举不适用从多，未反馈票未计入'

/** Concludes on one topic or option (`counting.md` section 3). */
export function conclude(topic: TopicRule, counted: Tally): Conclusion {
  const strict: Base = { participants: counted.voted, approve: counted.approve, deliveredTo: null, note: '' }
  const base = baseOf(topic, counted, strict)
  const isQuorumMet = meetsQuorum(base.participants, counted.whole)
  return { ...base, isQuorumMet, outcome: outcomeOf(topic, base, counted.whole), strictOutcome: outcomeOf(topic, strict, counted.whole) }
}

type Base = Pick<Conclusion, 'participants' | 'approve' | 'deliveredTo' | 'note'>

/** Participants and approvals, after the rule's assignment of delivered but unreturned ballots. */
function baseOf({ rule, isElection }: TopicRule, counted: Tally, strict: Base): Base {
  if (!countsDelivered(rule)) return strict
  if (isElection && rule !== 5) return { ...strict, note: ELECTION_NOTE }
  const deliveredTo = rule === 5 ? 'abstain' : leadingAnswer(counted)
  if (deliveredTo === null) return { ...strict, note: DISAGREEMENT_NOTE }
  const approve = deliveredTo === 'approve' ? plus(counted.approve, counted.delivered) : counted.approve
  return { participants: plus(counted.voted, counted.delivered), approve, deliveredTo, note: '' }
}

function outcomeOf(topic: TopicRule, { participants, approve }: Base, whole: Share): Outcome {
  const majority = majorityOf(topic)
  if (majority === null) return '不作结论'
  if (!meetsQuorum(participants, whole)) return '未成立'
  const passes = reaches(approve.count, participants.count, majority) && reaches(approve.areaHundredths, participants.areaHundredths, majority)
  return passes ? '通过' : '不通过'
}

/** An option standing for a seat. */
export interface Candidate {
  readonly id: string
  readonly sortNo: number
  readonly approve: Share
  readonly outcome: Outcome
}

/** Whether an outcome means that the proposal passes. */
export const passes: Readonly<Record<Outcome, boolean>> = { 通过: true, 不通过: false, 未成立: false, 不作结论: false }

/** The elected by id, in their order; equals by position. */
export interface Elected {
  readonly elected: readonly string[]
  /** Equal at the last seat: none of them is elected, and another vote is needed. */
  readonly tied: readonly string[]
  /** Vacant seats, including those of a tie. */
  readonly vacant: number
}

/** Elects those who pass, in the chosen order, up to the number of seats (`paper.md` section 2). */
export function elect({ seats, seatOrder }: { readonly seats: number; readonly seatOrder: SeatOrder }, candidates: readonly Candidate[]): Elected {
  /** Negative if one precedes the other; zero if equal in heads and in area. */
  const compare = ({ approve: one }: Candidate, { approve: other }: Candidate): number => {
    const [heads, area] = [other.count - one.count, other.areaHundredths - one.areaHundredths]
    return seatOrder === 1 ? heads || area : area || heads
  }
  const passed = candidates.filter(({ outcome }) => passes[outcome]).toSorted((one, other) => compare(one, other) || one.sortNo - other.sortNo)
  const [last, next] = [passed[seats - 1], passed[seats]]
  const tied = last && next && compare(last, next) === 0 ? passed.filter((each) => compare(each, last) === 0) : []
  const elected = passed.slice(0, seats).filter((each) => !tied.includes(each))
  const ids = (chosen: readonly Candidate[]): string[] => chosen.map(({ id }) => id)
  return { elected: ids(elected), tied: ids(tied), vacant: seats - elected.length }
}
