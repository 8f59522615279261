/**
 * Flip points: the least number of ballots that turn an outcome, by exact search (`insight.md` section 3).
 *
 * An outcome turns where what passes passes no more, or what does not pass passes. Sets of ballots are prefixes: of those
 * with the same effect on heads the largest areas do most. Every predicate below holds for all longer prefixes once it
 * holds for one, so that prefixes are searched by halving.
 */
import { asksThreeQuarters, type TopicRule } from '#shared/features/activity/law.ts'
import { countsDelivered } from '#shared/features/activity/rules.ts'
import { majorityOf, meetsQuorum, minus, plus } from '#shared/features/result/rules.ts'
import type { Move } from '#shared/features/sensitivity/rules.ts'
import { conclude, passes, type Outcome, type Tally } from '../result/counting.ts'
import { leastOf, prefixesOf, type MovableBallot, type Portion } from './prefixes.ts'
import { leastSplit } from './splits.ts'

/** The ballots of one topic or option as they are counted, each list with the largest areas first. */
export interface Movable {
  readonly approving: readonly MovableBallot[]
  readonly opposing: readonly MovableBallot[]
  /** All with a vote, whatever they answered. */
  readonly voted: readonly MovableBallot[]
  /** Those without a vote; not those whose vote was voided. */
  readonly notVoted: readonly MovableBallot[]
}

/** Of which ballots the largest are taken. */
export type Taken =
  | { readonly from: 'all' | 'undelivered' }
  /** The largest of those with a delivery and the largest of those without one, so many of each. */
  | { readonly from: 'both'; readonly delivered: number; readonly undelivered: number }

/** One flip point: the fewest ballots of a move that turn the outcome, and the area that they have, in 0.01 m². */
export interface Flip {
  readonly move: Move
  /** Which votes are not cast: all, where it is the participation that fails. */
  readonly who: 'approving' | 'opposing' | 'voted' | 'notVoted'
  readonly count: number
  readonly areaHundredths: number
  readonly taken: Taken
  /** What the outcome turns to. */
  readonly outcome: Outcome
}

/** What is to be turned. */
export interface FlipQuestion {
  readonly rule: TopicRule
  readonly counted: Tally
  readonly movable: Movable
  /** Whether the topic offers the answer 2. */
  readonly offersOppose: boolean
}

/** The flip points of a topic or option, in the order of the moves; none where nothing is concluded, of an election, and where no number turns it. */
export function flipsOf(question: FlipQuestion): Flip[] {
  const { rule, counted, offersOppose } = question
  if (rule.rule === 6 || rule.isElection) return []
  const isPassed = passes[conclude(rule, counted).outcome]
  const found = isPassed
    ? [leastMoved(question, 'approve → invalid'), offersOppose ? leastMoved(question, 'approve → oppose') : null, leastNotCast(question)]
    : [leastMoved(question, 'oppose → approve'), leastCast(question)]
  return found.filter((flip) => flip !== null)
}

/** What a tally becomes where so much is moved. */
const moved: Readonly<Record<Move, (counted: Tally, portion: Portion) => Tally>> = {
  'approve → invalid': (counted, { all }) => ({ ...counted, approve: minus(counted.approve, all), invalid: plus(counted.invalid, all) }),
  'approve → oppose': (counted, { all }) => ({ ...counted, approve: minus(counted.approve, all), oppose: plus(counted.oppose, all) }),
  'oppose → approve': (counted, { all }) => ({ ...counted, oppose: minus(counted.oppose, all), approve: plus(counted.approve, all) }),
  /** Of approving votes. */
  'voted → not voted': (counted, { all, delivered }) => ({
    ...counted,
    approve: minus(counted.approve, all),
    voted: minus(counted.voted, all),
    notVoted: plus(counted.notVoted, all),
    delivered: plus(counted.delivered, delivered),
  }),
  'not voted → approve': (counted, { all, delivered }) => ({
    ...counted,
    approve: plus(counted.approve, all),
    voted: plus(counted.voted, all),
    notVoted: minus(counted.notVoted, all),
    delivered: minus(counted.delivered, delivered),
  }),
}

/** A move whose ballots are the largest of a list. */
function leastMoved(
  { rule, counted, movable }: FlipQuestion,
  move: 'approve → invalid' | 'approve → oppose' | 'oppose → approve' | 'not voted → approve',
): Flip | null {
  const who = move === 'oppose → approve' ? 'opposing' : move === 'not voted → approve' ? 'notVoted' : 'approving'
  const prefix = prefixesOf(movable[who])
  const outcomeAt = (count: number): Outcome => conclude(rule, moved[move](counted, prefix(count))).outcome
  const isPassed = who === 'approving'
  const count = leastOf(movable[who].length, (each) => passes[outcomeAt(each)] !== isPassed)
  if (count === null) return null
  return { move, who, count, areaHundredths: prefix(count).all.areaHundredths, taken: { from: 'all' }, outcome: outcomeAt(count) }
}

/** Votes that were not cast: each inequality fails soonest in an order of its own, and the least of them counts. */
function leastNotCast(question: FlipQuestion): Flip | null {
  const found = [participationLost(question), ...approvingOrders(question).map((order) => approvalLost(question, order))].filter((flip) => flip !== null)
  return found.toSorted((one, other) => one.count - other.count)[0] ?? null
}

/** The quorum: by area; a ballot with a delivery takes part without its vote where the rule counts deliveries. */
function participationLost({ rule, counted, movable }: FlipQuestion): Flip | null {
  const isCounted = countsDelivered(rule.rule)
  const leaving = isCounted ? movable.voted.filter(({ isDelivered }) => !isDelivered) : movable.voted
  const prefix = prefixesOf(leaving)
  const part = isCounted ? plus(counted.voted, counted.delivered) : counted.voted
  const isLost = (count: number): boolean => !meetsQuorum(minus(part, prefix(count).all), counted.whole)
  const count = leastOf(leaving.length, isLost)
  if (count === null) return null
  const taken: Taken = { from: isCounted ? 'undelivered' : 'all' }
  return { move: 'voted → not voted', who: 'voted', count, areaHundredths: prefix(count).all.areaHundredths, taken, outcome: '未成立' }
}

interface ApprovingOrder {
  readonly ballots: readonly MovableBallot[]
  readonly from: Taken['from']
}

/**
 * The orders in which approving votes are left out, for the majority of heads, that of area, and the lead.
 *
 * What an approving vote that is not cast takes from `denominator · approve − numerator · part`: 1 without a delivery or
 * where deliveries do not count. With one it stays in the base, as an abstention: 2 of a half, 4 of three quarters; or it
 * follows the majority and approves all the same: 0. For the area it is that times the area.
 */
function approvingOrders({ rule, movable: { approving } }: FlipQuestion): ApprovingOrder[] {
  if (!countsDelivered(rule.rule)) return [{ ballots: approving, from: 'all' }]
  if (rule.rule !== 5) {
    return [
      { ballots: approving.filter(({ isDelivered }) => !isDelivered), from: 'undelivered' },
      { ballots: approving, from: 'all' },
    ]
  }
  const deliveredWeight = asksThreeQuarters(rule) ? 4 : 2
  const weightOf = ({ isDelivered }: MovableBallot): number => (isDelivered ? deliveredWeight : 1)
  const byArea = approving.toSorted((one, other) => weightOf(other) * other.areaHundredths - weightOf(one) * one.areaHundredths)
  const byHeads = approving.toSorted((one, other) => weightOf(other) - weightOf(one))
  return [byArea, byHeads].map((ballots) => ({ ballots, from: 'both' }))
}

function approvalLost({ rule, counted }: FlipQuestion, { ballots, from }: ApprovingOrder): Flip | null {
  const prefix = prefixesOf(ballots)
  const outcomeAt = (count: number): Outcome => conclude(rule, moved['voted → not voted'](counted, prefix(count))).outcome
  const count = leastOf(ballots.length, (each) => !passes[outcomeAt(each)])
  if (count === null) return null
  const { all, delivered } = prefix(count)
  const taken: Taken = from === 'both' ? { from, delivered: delivered.count, undelivered: count - delivered.count } : { from }
  return { move: 'voted → not voted', who: 'approving', count, areaHundredths: all.areaHundredths, taken, outcome: outcomeAt(count) }
}

/** Votes that were cast, and approved: the largest, or where the rule counts deliveries the best split of those with one and those without. */
function leastCast(question: FlipQuestion): Flip | null {
  const { rule, counted, movable } = question
  const majority = majorityOf(rule)
  if (!countsDelivered(rule.rule) || majority === null) return leastMoved(question, 'not voted → approve')
  const split = leastSplit({ follows: rule.rule !== 5, majority, counted, notVoted: movable.notVoted })
  if (!split) return null
  const { delivered, undelivered, areaHundredths } = split
  return {
    move: 'not voted → approve',
    who: 'notVoted',
    count: delivered + undelivered,
    areaHundredths,
    taken: { from: 'both', delivered, undelivered },
    outcome: '通过',
  }
}
