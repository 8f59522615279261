import { createHash } from 'node:crypto'
import type { Answer } from '#shared/features/activity/rules.ts'
import { sampleLists, taintOf, worstTaint, type Assertion, type ItemRule, type ReadAnswer, type SampleList } from '#shared/features/sample/assertions.ts'
import { drawsNeeded, progressOf, type Fraction } from '#shared/features/sample/martingale.ts'
import type { FrozenList, ListedItem, ListedVote } from './frozenList.ts'

/** The input that determines a sample's draws. */
interface Seed {
  /** Thrown in public. */
  readonly digits: string
  /** Of the frozen list, in hexadecimal. */
  readonly digest: string
}

const BITS = 256n

/** The number of a draw, from 0 to 2^256 − 1; `draw` from 1. */
const numberOf = ({ digits, digest }: Seed, list: SampleList, draw: number): bigint =>
  BigInt(`0x${createHash('sha256').update(`${digits},${digest},${list},${draw}`).digest('hex')}`)

/**
 * Draws votes with replacement, list H with equal probability, list A proportional to area (`reading.md` section 5, step 3).
 *
 * @param areas of the votes of the frozen list, in its order, in 0.01 m²
 * @returns the indices of `count` votes, from draw number `first` on, counted from 1
 */
export function drawVotes(seed: Seed, list: SampleList, areas: readonly number[], count: number, first = 1): number[] {
  const draws = Array.from({ length: count }, (_, index) => numberOf(seed, list, first + index))
  if (list === 'H') return draws.map((drawn) => Number((drawn * BigInt(areas.length)) >> BITS))
  const ends: number[] = []
  for (const area of areas) ends.push((ends.at(-1) ?? 0) + area)
  const total = BigInt(ends.at(-1) ?? 0)
  return draws.map((drawn) => firstBeyond(ends, Number((drawn * total) >> BITS)))
}

/** The first index whose prefix sum exceeds the point. */
function firstBeyond(ends: readonly number[], point: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > point) high = middle
    else low = middle + 1
  }
  return low
}

/** The answers read, one digit per slot, `-` if the page is missing; null: there is no paper. */
export type Readings = ReadonlyMap<string, string | null>

/** Number of votes drawn from each list. */
export type DrawCounts = Readonly<Record<SampleList, number>>

/** The progress of an assertion. */
export interface AssertionProgress {
  readonly assertion: Assertion
  /** Draws included: those up to the first unread one. */
  readonly draws: number
  readonly value: Fraction
  readonly isReached: boolean
  /** Further draws without an error until it is reached; 0 if reached, null if unreachable. */
  readonly missing: number | null
}

/** An item with the progress of its assertions. */
export type ItemProgress = Omit<ListedItem, 'assertions'> & { readonly assertions: readonly AssertionProgress[] }

/** The votes drawn from each list, by index, from 0. */
export function drawsOf({ votes }: FrozenList, seed: { readonly digits: string; readonly digest: string }, counts: DrawCounts): Record<SampleList, number[]> {
  const areas = votes.map(({ areaHundredths }) => areaHundredths)
  const draw = (list: SampleList) => (seed.digits === '' ? [] : drawVotes(seed, list, areas, counts[list]))
  return { H: draw('H'), A: draw('A') }
}

/**
 * The progress of all assertions, given what was read.
 *
 * @param slotOf the index of an item in the answers
 */
export function progressOfItems(
  list: FrozenList,
  { draws, readings, slotOf }: { readonly draws: Readonly<Record<SampleList, readonly number[]>>; readonly readings: Readings; readonly slotOf: SlotOf },
): ItemProgress[] {
  /** The drawn votes, in the order of draws, up to the first unread one. */
  const readVotes = Object.fromEntries(
    sampleLists.map((name) => {
      const drawn = draws[name].flatMap((index) => list.votes[index] ?? [])
      const unread = drawn.findIndex(({ recordId }) => !readings.has(recordId))
      return [name, unread === -1 ? drawn : drawn.slice(0, unread)]
    }),
  ) as Record<SampleList, ListedVote[]>
  return list.items.map((item) => {
    const slot = slotOf(item)
    return {
      ...item,
      assertions: item.assertions.map((assertion): AssertionProgress => {
        const rule = { rule: list.rule as ItemRule['rule'], isThreeQuarters: assertion.cap === 4 }
        const votes = readVotes[assertion.list]
        const taints = votes.map((vote) => taintAt(assertion, rule, vote, readings.get(vote.recordId) ?? null, slot))
        const { value, reachedAt } = progressOf(assertion, list.risk, taints)
        const isReached = reachedAt !== null
        return { assertion, draws: votes.length, value, isReached, missing: isReached ? 0 : drawsNeeded(assertion, list.risk, value) }
      }),
    }
  })
}
export type SlotOf = (item: Pick<ListedItem, 'topicId' | 'optionId'>) => number

const MISSING_PAGE = '-'
const answerAt = (answers: string | null, slot: number): ReadAnswer => (answers === null ? null : (Number(answers[slot]) as 0 | Answer))

function taintAt({ kind }: Assertion, rule: ItemRule, vote: ListedVote, read: string | null, slot: number): number {
  const recorded = answerAt(vote.answers, slot)
  return read?.[slot] === MISSING_PAGE ? worstTaint(kind, rule, recorded) : taintOf(kind, rule, recorded, answerAt(read, slot))
}

/** Whether a reading differs from the list in a sampled item. */
export const differs = (list: FrozenList, vote: ListedVote, read: string | null, slotOf: SlotOf): boolean =>
  read === null || list.items.some((item) => read[slotOf(item)] !== vote.answers[slotOf(item)])

/** The maximum of missing draws over the assertions of each list; null if one is unreachable. */
export function missingDraws(items: readonly ItemProgress[]): Record<SampleList, number | null> {
  const of = (list: SampleList): number | null => {
    const missing = items.flatMap(({ assertions }) => assertions.filter(({ assertion }) => assertion.list === list).map((one) => one.missing))
    return missing.includes(null) ? null : Math.max(0, ...missing.map((count) => count ?? 0))
  }
  return { H: of('H'), A: of('A') }
}

/** The draws that a list needs initially. */
export function neededDraws({ items, risk }: FrozenList): Record<SampleList, number | null> {
  const of = (list: SampleList): number | null => {
    const needed = items.flatMap(({ assertions }) => assertions.filter((one) => one.list === list).map((one) => drawsNeeded(one, risk)))
    return needed.includes(null) ? null : Math.max(0, ...needed.map((count) => count ?? 0))
  }
  return { H: of('H'), A: of('A') }
}

/** Expected number of distinct papers in that many draws, rounded up. null if a list needs no number of draws. */
export function expectedPapers({ votes }: FrozenList, needed: Readonly<Record<SampleList, number | null>>): number | null {
  if (needed.H === null || needed.A === null) return null
  const { H: heads, A: byArea } = needed
  const whole = votes.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0)
  const missedAlike = (1 - 1 / votes.length) ** heads
  const found = votes.reduce((sum, { areaHundredths }) => sum + 1 - missedAlike * (1 - areaHundredths / whole) ** byArea, 0)
  return Math.ceil(found)
}
