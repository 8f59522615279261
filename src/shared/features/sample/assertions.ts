/**
 * What a sample of papers must confirm (`reading.md` section 5): a comparison audit by SHANGRLA's assertions.
 *
 * Nothing here reads a database or a clock. Areas are integers of 0.01 m²; every sum stays below 2^53.
 */
import type { Answer, CountingRule } from '../activity/rules.ts'
import type { Share } from '../result/rules.ts'

/** How votes are drawn: all alike, or weighted by area. */
export const sampleLists = ['H', 'A'] as const
export type SampleList = (typeof sampleLists)[number]

export const assertionKinds = ['quorum', 'pass', 'lead2', 'lead3', 'fail', 'notlead2', 'notlead3'] as const
export type AssertionKind = (typeof assertionKinds)[number]

/** What must hold for a population, or an outcome is wrong. */
export interface Assertion {
  readonly kind: AssertionKind
  readonly list: SampleList
  /** Its recorded margin, in heads or 0.01 m²; zero or less if it barely holds, or does not. */
  readonly margin: number
  /** The most that one vote can subtract, per unit of its weight. */
  readonly cap: number
  /** Total weight of the population's votes. */
  readonly total: number
}

/** How an item is decided. */
export interface ItemRule {
  readonly rule: Exclude<CountingRule, 6>
  readonly isThreeQuarters: boolean
}

/** A topic's or option's data on record, over all live votes, including those without a paper. */
export interface RecordedItem extends ItemRule {
  /** Whether it passed; 未成立 is not an outcome that papers could overturn. */
  readonly isPassed: boolean
  readonly offered: readonly Answer[]
  readonly whole: Share
  readonly voted: Share
  readonly approve: Share
  readonly oppose: Share
  readonly abstain: Share
  /** Delivered without a vote; zero under rules 1 and 2. */
  readonly delivered: Share
}

/** The answer read on a paper for an item; null: there is no paper. */
export type ReadAnswer = 0 | Answer | null

/** Whether silence follows the leading answer under a rule. */
const followsLead = ({ rule }: ItemRule): boolean => rule === 3 || rule === 4

/**
 * The assertions that confirm an outcome, in order. 通过 needs all of them; 不通过 needs the one with the fewest draws.
 *
 * @param population totals of the votes drawn from
 */
export function assertionsOf(item: RecordedItem, population: Share): Assertion[] {
  const all = sampleLists.flatMap((list) => candidatesOf(item, list, list === 'H' ? population.count : population.areaHundredths))
  if (item.isPassed) return all
  // The first of the largest relative margins; compares fractions, never quotients.
  const best = all.reduce((kept, each) => (isLarger(each, kept) ? each : kept))
  return [best]
}

function isLarger(one: Assertion, other: Assertion): boolean {
  const [left, right] = [BigInt(one.margin) * BigInt(other.cap * other.total), BigInt(other.margin) * BigInt(one.cap * one.total)]
  return left > right
}

/** Candidate assertions of one list, each sufficient for the outcome 不通过. */
function candidatesOf(item: RecordedItem, list: SampleList, total: number): Assertion[] {
  const { isThreeQuarters, isPassed, offered } = item
  const of = ({ count, areaHundredths }: Share): number => (list === 'H' ? count : areaHundredths)
  const [whole, voted, delivered] = [of(item.whole), of(item.voted), of(item.delivered)]
  const follows = followsLead(item)
  const taking = voted + delivered
  const approve = of(item.approve) + (follows ? delivered : 0)
  const others = [
    { answer: 2, share: of(item.oppose) },
    { answer: 3, share: of(item.abstain) },
  ] as const
  const isLed = follows && item.delivered.count > 0
  const leads = isLed ? others : []
  if (isPassed) {
    const margin = isThreeQuarters ? 4 * approve - 3 * taking : 2 * approve - taking
    return [
      { kind: 'quorum', list, margin: 3 * taking - 2 * whole, cap: 3, total },
      { kind: 'pass', list, margin, cap: isThreeQuarters ? 4 : 2, total },
      ...leads.map(({ answer, share }): Assertion => ({ kind: `lead${answer}`, list, margin: of(item.approve) - share, cap: 2, total })),
    ]
  }
  const margin = isThreeQuarters ? 3 * taking - 4 * approve : taking - 2 * approve
  const notLeads = leads.filter(({ answer }) => offered.includes(answer))
  return [
    { kind: 'fail', list, margin, cap: isThreeQuarters ? 4 : 2, total },
    ...notLeads.map(({ answer, share }): Assertion => ({ kind: `notlead${answer}`, list, margin: share - of(item.approve), cap: 2, total })),
  ]
}

/** What one vote adds to an assertion, per unit of its weight. */
function worthOf(kind: AssertionKind, { rule, isThreeQuarters }: ItemRule, answer: ReadAnswer): number {
  const least = isThreeQuarters ? 3 : 1
  switch (kind) {
    case 'quorum':
      return answer === null ? 0 : 3
    case 'pass':
      if (answer === null) return rule === 5 ? -1 : 0
      return answer === 1 ? 1 : -least
    case 'fail':
      if (answer === null) return rule === 3 || rule === 4 ? -1 : 0
      return answer === 1 ? -1 : least
    case 'lead2':
    case 'lead3':
      return answer === 1 ? 1 : answer === (kind === 'lead2' ? 2 : 3) ? -1 : 0
    case 'notlead2':
    case 'notlead3':
      return answer === 1 ? -1 : answer === (kind === 'notlead2' ? 2 : 3) ? 1 : 0
  }
}

/** Taint of a paper: overstatement by the record, 0 to the assertion's cap. */
export const taintOf = (kind: AssertionKind, item: ItemRule, recorded: ReadAnswer, read: ReadAnswer): number =>
  Math.max(0, worthOf(kind, item, recorded) - worthOf(kind, item, read))

/** The taint if the item's page is missing: that of the worst possible answer. */
export const worstTaint = (kind: AssertionKind, item: ItemRule, recorded: ReadAnswer): number =>
  Math.max(...([0, 1, 2, 3, null] as const).map((read) => taintOf(kind, item, recorded, read)))
