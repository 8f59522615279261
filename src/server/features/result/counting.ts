/**
 * How a vote is counted and concluded: `counting.md`, after articles 278 and 1259 of the Civil Code of China.
 *
 * Nothing here reads a database, a clock or a setting. Areas are integers of 0.01 m²; every decision compares integers
 * and none looks at a rounded rate. Numbers stay below 2^53: a hundred thousand ballots of 99,999.99 m² are 10^12.
 *
 * A topic's own item of article 278 replaces the fraction of the activity's rule (`paper.md` section 1).
 *
 * A ballot is one head, its area the sum of its properties (`counting.md` section 1). The thresholds are in the shared
 * rules, so that the screens explain a verdict by the same comparison that made it.
 */
import type { SeatOrder } from '#shared/features/activity/elections.ts'
import type { TopicRule } from '#shared/features/activity/law.ts'
import { countsDelivered } from '#shared/features/activity/rules.ts'
import { leadingAnswer, majorityOf, meetsQuorum, minus, NO_SHARE, plus, reaches, type AnswerName, type Share } from '#shared/features/result/rules.ts'

/** The five classes add up to the whole, in heads and in area, exactly (`counting.md` section 2). */
export interface Tally {
  readonly whole: Share
  readonly approve: Share
  readonly oppose: Share
  readonly abstain: Share
  /** Voted ballots that left it open, and ballots whose vote was voided. */
  readonly invalid: Share
  readonly notVoted: Share
  /** V: ballots with a vote, whatever they answered. */
  readonly voted: Share
  /** D: ballots without a vote for which a delivery is on record. */
  readonly delivered: Share
}

/** What an activity's ballots add up to, whatever the topic. */
export interface BallotSums {
  readonly whole: Share
  readonly voted: Share
  /** Ballots whose last record was voided. */
  readonly voided: Share
  /** Ballots without a vote for which a delivery is on record. */
  readonly delivered: Share
}

/** Voted ballots by their answer to one topic or option: 0 left open, 1 approve, 2 oppose, 3 abstain. */
export type AnswerSums = readonly [open: Share, approve: Share, oppose: Share, abstain: Share]

/**
 * The tally of what a database adds up in one pass: every ballot is in exactly one class.
 *
 * @throws Error if the answers do not add up to the voted ballots, or the classes to more than the whole: no result
 * is shown that is not exact
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

/** What a topic or option comes to by its rule (`counting.md` section 3; `paper.md` section 1 where it has an item of article 278 of its own). */
export interface Conclusion {
  /** Those who count as taking part. */
  readonly participants: Share
  /** Those who count as approving. */
  readonly approve: Share
  /** The answer to which the ballots that were delivered but not returned are added; null if they are left out. */
  readonly deliveredTo: AnswerName | null
  readonly isQuorumMet: boolean
  readonly outcome: Outcome
  /** The outcome when only returned ballots count, by the same fraction. */
  readonly strictOutcome: Outcome
  readonly note: string
}

export const DISAGREEMENT_NOTE = '多数意见不一致，未反馈票未计入'
/** Silence follows a majority, and cannot approve five of nine. */
const ELECTION_NOTE = '选举不适用从多，未反馈票未计入'

/** Concludes on one topic or option (`counting.md` section 3). */
export function conclude(topic: TopicRule, counted: Tally): Conclusion {
  const strict: Base = { participants: counted.voted, approve: counted.approve, deliveredTo: null, note: '' }
  const base = baseOf(topic, counted, strict)
  const isQuorumMet = meetsQuorum(base.participants, counted.whole)
  return { ...base, isQuorumMet, outcome: outcomeOf(topic, base, counted.whole), strictOutcome: outcomeOf(topic, strict, counted.whole) }
}

type Base = Pick<Conclusion, 'participants' | 'approve' | 'deliveredTo' | 'note'>

/** Who takes part and who approves, after the ballots that were delivered but not returned have gone where the rule sends them. */
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

/** An option that stands for a seat. */
export interface Candidate {
  readonly id: string
  readonly sortNo: number
  readonly approve: Share
  readonly outcome: Outcome
}

/** Whether an outcome is that of what is decided. */
export const passes: Readonly<Record<Outcome, boolean>> = { 通过: true, 不通过: false, 未成立: false, 不作结论: false }

/** Who fills the seats, by their ids, in the order in which they do; equals by their position. */
export interface Elected {
  readonly elected: readonly string[]
  /** Equal at the last seat: nobody of them is elected, and there must be another vote. */
  readonly tied: readonly string[]
  /** Seats that nobody fills, those of a tie among them. */
  readonly vacant: number
}

/** Elects those who pass, in the order asked for, up to the seats (`paper.md` section 2). */
export function elect({ seats, seatOrder }: { readonly seats: number; readonly seatOrder: SeatOrder }, candidates: readonly Candidate[]): Elected {
  /** Below zero where one goes before the other; zero where they are equal in heads and in area. */
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
