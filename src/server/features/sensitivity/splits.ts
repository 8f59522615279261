import { QUORUM, reaches, type Threshold } from '#shared/features/result/rules.ts'
import type { Tally } from '../result/counting.ts'
import { leastOf, type MovableBallot } from './prefixes.ts'

interface SplitQuestion {
  /** Ballots that did not come back follow the answer that leads; else they abstain. */
  readonly follows: boolean
  readonly majority: Threshold
  readonly counted: Tally
  /** The largest areas first. */
  readonly notVoted: readonly MovableBallot[]
}

/** So many of the largest with a delivery, and so many of the largest without one; their areas together, in 0.01 m². */
export interface Split {
  readonly delivered: number
  readonly undelivered: number
  readonly areaHundredths: number
}

/**
 * The fewest ballots without a vote that make a topic pass if they approve, under a rule that counts deliveries.
 *
 * One with a delivery takes part already, one without joins the base: for each number every split of the two is tried,
 * the largest areas of each. One more approving vote never hurts, so the number is found by halving.
 */
export function leastSplit({ follows, majority, counted, notVoted }: SplitQuestion): Split | null {
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
  /** The split of that many with the fewest deliveries that passes; null where none does. */
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

/** The areas of the first 0, 1, 2 … ballots. */
function sumsOf(ballots: readonly MovableBallot[]): Float64Array {
  const sums = new Float64Array(ballots.length + 1)
  for (const [index, { areaHundredths }] of ballots.entries()) sums[index + 1] = sums[index]! + areaHundredths
  return sums
}
