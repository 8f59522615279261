/**
 * Flip points: the fewest ballots that change an outcome, by exact search (`insight.md` section 3).
 *
 * An outcome changes if what passes no longer passes, or what does not pass passes. Sets of ballots are prefixes: among those
 * with the same effect on heads, the largest areas have the most effect. Every predicate below is monotonic in the prefix,
 * so that prefixes are found by binary search.
 * holds for one, so that prefixes are searched by halving.
 */
import { asksThreeQuarters, type TopicRule } from '#shared/features/activity/law.ts'
import { countsDelivered } from '#shared/features/activity/rules.ts'
import { majorityOf, meetsQuorum, minus, plus, QUORUM, reaches, type Threshold, type Share } from '#shared/features/result/rules.ts'
import type { Move } from '#shared/features/sensitivity/rules.ts'
import { conclude, passes, type Outcome, type Tally } from '../result/counting.ts'

/** The ballots of one topic or option as counted, each list with the largest areas first. */
export interface Movable {
  readonly approving: readonly MovableBallot[]
  readonly opposing: readonly MovableBallot[]
  /** All with a vote, whatever the answer. */
  readonly voted: readonly MovableBallot[]
  /** Those without a vote, except those whose vote was voided. */
  readonly notVoted: readonly MovableBallot[]
}

/** The set of which the largest ballots are taken. */
export type Taken =
  | { readonly from: 'all' | 'undelivered' }
  /** The largest with a delivery and the largest without one, that many of each. */
  | { readonly from: 'both'; readonly delivered: number; readonly undelivered: number }

/** One flip point: the fewest ballots of a move that change the outcome, and their total area in 0.01 m². */
export interface Flip {
  readonly move: Move
  /** Which votes are not cast: all of them if it is the participation that fails. */
  readonly who: 'approving' | 'opposing' | 'voted' | 'notVoted'
  readonly count: number
  readonly areaHundredths: number
  readonly taken: Taken
  /** The changed outcome. */
  readonly outcome: Outcome
}

/** Input of the search. */
export interface FlipQuestion {
  readonly rule: TopicRule
  readonly counted: Tally
  readonly movable: Movable
  /** Whether the topic offers the answer 2. */
  readonly offersOppose: boolean
}

/**
 * The flip points of a topic or option, in the order of the moves; empty without a conclusion, for an election, and if no
 * number changes it.
 */
export function flipsOf(question: FlipQuestion): Flip[] {
  const { rule, counted, offersOppose } = question
  if (rule.rule === 6 || rule.isElection) return []
  const isPassed = passes[conclude(rule, counted).outcome]
  const found = isPassed
    ? [leastMoved(question, 'approve → invalid'), offersOppose ? leastMoved(question, 'approve → oppose') : null, leastNotCast(question)]
    : [leastMoved(question, 'oppose → approve'), leastCast(question)]
  return found.filter((flip) => flip !== null)
}

/** The tally after moving a portion. */
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

/** Votes that were not cast: each inequality fails soonest in its own order, and the least of them counts. */
function leastNotCast(question: FlipQuestion): Flip | null {
  const found = [participationLost(question), ...approvingOrders(question).map((order) => approvalLost(question, order))].filter((flip) => flip !== null)
  return found.toSorted((one, other) => one.count - other.count)[0] ?? null
}

/** The quorum, by area; a ballot with a delivery participates without its vote if the rule counts deliveries. */
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
 * An approving vote not cast reduces `denominator · approve − numerator · part` by 1 without a delivery or if deliveries do
 * not count. With one it stays in the base as an abstention: by 2 for a half, 4 for three quarters; or it follows the
 * majority and still approves: by 0. For the area it is that times the area.
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

/** Votes that were cast, and approved: the largest, or if the rule counts deliveries the best split of those with one and those without. */
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

interface SplitQuestion {
  /** Unreturned ballots follow the leading answer; else they abstain. */
  readonly follows: boolean
  readonly majority: Threshold
  readonly counted: Tally
  /** Largest areas first. */
  readonly notVoted: readonly MovableBallot[]
}

/** That many of the largest with a delivery and of the largest without one; their total area in 0.01 m². */
interface Split {
  readonly delivered: number
  readonly undelivered: number
  readonly areaHundredths: number
}

/**
 * The fewest ballots without a vote that make a topic pass if they approve, under a rule that counts deliveries.
 *
 * One with a delivery already participates, one without joins the base: for each number every split of the two is tried,
 * with the largest areas of each. One more approving vote never hurts, so the number is found by binary search.
 */
function leastSplit({ follows, majority, counted, notVoted }: SplitQuestion): Split | null {
  const delivered = sumsOf(notVoted.filter(({ isDelivered }) => isDelivered))
  const undelivered = sumsOf(notVoted.filter(({ isDelivered }) => !isDelivered))
  const { whole, approve, oppose, abstain, voted, delivered: silent } = counted
  const [mostHeads, mostArea] = [Math.max(oppose.count, abstain.count), Math.max(oppose.areaHundredths, abstain.areaHundredths)]
  const partHeads = voted.count + silent.count
  const partArea = voted.areaHundredths + silent.areaHundredths

  function passes(x: number, u: number): boolean {
    const [joinedArea, silentArea] = [undelivered[u]!, delivered[x]!]
    const approvingArea = approve.areaHundredths + joinedArea + silentArea
    const approving = approve.count + x + u
    if (follows && !(approving > mostHeads && approvingArea > mostArea)) return false
    const [part, area] = [partHeads + u, partArea + joinedArea]
    if (!reaches(part, whole.count, QUORUM) || !reaches(area, whole.areaHundredths, QUORUM)) return false
    const following = follows ? silent.count - x : 0
    const followingArea = follows ? silent.areaHundredths - silentArea : 0
    return reaches(approving + following, part, majority) && reaches(approvingArea + followingArea, area, majority)
  }
  /** The split of that many with the fewest deliveries that passes; null if none does. */
  function splitOf(count: number): Split | null {
    const most = Math.min(count, delivered.length - 1)
    for (let x = Math.max(0, count - undelivered.length + 1); x <= most; x++) {
      const u = count - x
      if (passes(x, u)) return { delivered: x, undelivered: u, areaHundredths: delivered[x]! + undelivered[u]! }
    }
    return null
  }
  const least = leastOf(notVoted.length, (count) => splitOf(count) !== null)
  return least === null ? null : splitOf(least)
}

/** Prefix sums of the ballots' areas. */
function sumsOf(ballots: readonly MovableBallot[]): Float64Array {
  const sums = new Float64Array(ballots.length + 1)
  for (const [index, { areaHundredths }] of ballots.entries()) sums[index + 1] = sums[index]! + areaHundredths
  return sums
}

/** A ballot that a move may take. */
interface MovableBallot {
  readonly areaHundredths: number
  readonly isDelivered: boolean
}

/** The ballots taken, with those with a delivery listed separately. */
interface Portion {
  readonly all: Share
  readonly delivered: Share
}

/** Prefix sums of a list. */
function prefixesOf(ballots: readonly MovableBallot[]): (count: number) => Portion {
  const areas = new Float64Array(ballots.length + 1)
  const deliveredAreas = new Float64Array(ballots.length + 1)
  const deliveredCounts = new Int32Array(ballots.length + 1)
  for (const [index, { areaHundredths, isDelivered }] of ballots.entries()) {
    areas[index + 1] = areas[index]! + areaHundredths
    deliveredAreas[index + 1] = deliveredAreas[index]! + (isDelivered ? areaHundredths : 0)
    deliveredCounts[index + 1] = deliveredCounts[index]! + (isDelivered ? 1 : 0)
  }
  return (count) => ({
    all: { count, areaHundredths: areas[count] ?? 0 },
    delivered: { count: deliveredCounts[count] ?? 0, areaHundredths: deliveredAreas[count] ?? 0 },
  })
}

/** The least of 1 to `most` for which the monotonic predicate holds; null if there is none. */
function leastOf(most: number, holds: (count: number) => boolean): number | null {
  if (most < 1 || !holds(most)) return null
  let [fails, least] = [0, most]
  while (least - fails > 1) {
    const middle = (fails + least) >> 1
    if (holds(middle)) least = middle
    else fails = middle
  }
  return least
}
