import fc from 'fast-check'
import type { CountedBallot } from './tally.ts'

/** A ballot's history, in order. */
type Story = 'nothing' | 'marked' | 'voted' | 'voided' | 'voidedThenVoted' | 'voidedThenMarked'
const stories: readonly Story[] = ['nothing', 'marked', 'voted', 'voided', 'voidedThenVoted', 'voidedThenMarked']

export interface MadeProperty {
  readonly areaHundredths: number
  readonly isDelivered: boolean
}
/** A ballot of one property or of several merged ones. */
export interface MadeBallot {
  readonly properties: readonly MadeProperty[]
  readonly story: Story
  /** The last answer; 0 was left open. */
  readonly answer: 0 | 1 | 2 | 3
}
export interface MadeActivity {
  readonly ballots: readonly MadeBallot[]
}

/** The ballot has a vote that counts. */
const hasVoted = ({ story }: MadeBallot): boolean => story === 'voted' || story === 'voidedThenVoted'

/**
 * Activities of up to `most` ballots: merged properties, votes voided and recast, open answers, deliveries to some properties.
 *
 * Few different areas and many votes, so that ties, exact thirds and exact quarters occur often.
 */
export function anActivity(most: number): fc.Arbitrary<MadeActivity> {
  const area = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(5_000, 10_000, 15_000) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 9_999_999 }) })
  const property = fc.record({ areaHundredths: area, isDelivered: fc.boolean() })
  const ballot = fc.record({
    properties: fc.oneof(
      { weight: 3, arbitrary: fc.array(property, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(property, { minLength: 2, maxLength: 4 }) },
    ),
    story: fc.oneof({ weight: 3, arbitrary: fc.constant<Story>('voted') }, { weight: 2, arbitrary: fc.constantFrom(...stories) }),
    answer: fc.oneof(
      { weight: 2, arbitrary: fc.constant(1 as const) },
      { weight: 2, arbitrary: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const) },
    ),
  })
  return fc.record({ ballots: fc.array(ballot, { maxLength: most }) })
}

/** An activity's ballots as input of the counting module. */
export function countedBallots({ ballots }: MadeActivity): CountedBallot[] {
  return ballots.map((ballot) => ({
    areaHundredths: ballot.properties.reduce((sum, property) => sum + property.areaHundredths, 0),
    state: hasVoted(ballot) ? 'voted' : ballot.story === 'voided' ? 'void' : 'none',
    answer: hasVoted(ballot) ? ballot.answer : 0,
    isDelivered: ballot.properties.some((property) => property.isDelivered),
  }))
}

export const RULES = [1, 2, 3, 4, 5, 6] as const
type Rule = (typeof RULES)[number]

export interface ExactShare {
  readonly count: bigint
  readonly area: bigint
}

/** A fraction with a denominator above 0. */
type Fraction = readonly [numerator: bigint, denominator: bigint]
const compare = ([a, b]: Fraction, [c, d]: Fraction): bigint => a * d - c * b

/**
 * A second implementation of `counting.md` and `paper.md` sections 1 and 2, from the text alone, in exact fractions, sharing no code
 * with the tested module.
 */
export function oracle({ ballots }: MadeActivity) {
  const total = (which: (ballot: MadeBallot) => boolean): ExactShare => {
    let [count, area] = [0n, 0n]
    for (const ballot of ballots) {
      if (!which(ballot)) continue
      count += 1n
      for (const property of ballot.properties) area += BigInt(property.areaHundredths)
    }
    return { count, area }
  }
  const answered = (answer: number) => total((each) => hasVoted(each) && each.answer === answer)
  const classes = {
    whole: total(() => true),
    approve: answered(1),
    oppose: answered(2),
    abstain: answered(3),
    invalid: total((each) => (hasVoted(each) && each.answer === 0) || each.story === 'voided'),
    notVoted: total((each) => !hasVoted(each) && each.story !== 'voided'),
    voted: total(hasVoted),
    delivered: total((each) => !hasVoted(each) && each.properties.some((property) => property.isDelivered)),
  }

  /** Whether a part passes the test against a whole, by heads and by area. */
  const both = (part: ExactShare, whole: ExactShare, test: (fraction: Fraction) => boolean): boolean =>
    whole.count > 0n && whole.area > 0n && test([part.count, whole.count]) && test([part.area, whole.area])
  const isQuorum = (taking: ExactShare): boolean => both(taking, classes.whole, (fraction) => compare(fraction, [2n, 3n]) >= 0n)
  const isMajority = (asksMore: boolean, approving: ExactShare, taking: ExactShare): boolean =>
    asksMore
      ? both(approving, taking, (fraction) => compare(fraction, [3n, 4n]) >= 0n)
      : both(approving, taking, (fraction) => compare(fraction, [1n, 2n]) > 0n)

  /** The answer leading both others by heads and by area; '' for none. */
  const ahead = (): string => {
    const names = ['approve', 'oppose', 'abstain'] as const
    for (const name of names) {
      const others = names.filter((each) => each !== name).map((each) => classes[each])
      if (others.every(({ count, area }) => classes[name].count > count && classes[name].area > area)) return name
    }
    return ''
  }
  /** @param lawItem of article 278; null: as the rule says */
  const conclusionBy = (rule: Rule, lawItem: number | null = null, isElection = false) => {
    const asksMore = lawItem === null ? rule === 2 || rule === 4 : 6 <= lawItem && lawItem <= 8
    const outcome = (approving: ExactShare, taking: ExactShare): string =>
      rule === 6 ? '不作结论' : !isQuorum(taking) ? '未成立' : isMajority(asksMore, approving, taking) ? '通过' : '不通过'
    const { voted, delivered, approve } = classes
    const together = { count: voted.count + delivered.count, area: voted.area + delivered.area }
    const follows = rule === 3 || rule === 4
    const leader = follows && !isElection ? ahead() : ''
    const isCounted = rule === 5 || leader !== ''
    const taking = isCounted ? together : voted
    const approving = leader === 'approve' ? { count: approve.count + delivered.count, area: approve.area + delivered.area } : approve
    return {
      participants: taking,
      approve: approving,
      isQuorumMet: isQuorum(taking),
      outcome: outcome(approving, taking),
      strictOutcome: outcome(approve, voted),
      note: !follows || leader !== '' ? '' : isElection ? '选举不适用从多，未反馈票未计入' : '多数意见不一致，未反馈票未计入',
    }
  }
  return {
    classes,
    conclusionBy,
    conclusions: Object.fromEntries(RULES.map((rule) => [rule, conclusionBy(rule)])) as Record<Rule, ReturnType<typeof conclusionBy>>,
    /** Percent with two decimals: whole hundredths, rounded half up. */
    rate(part: bigint, whole: bigint): number {
      if (whole === 0n) return 0
      const [hundredths, left] = [(part * 10_000n) / whole, (part * 10_000n) % whole]
      return Number(left + left >= whole ? hundredths + 1n : hundredths) / 100
    },
  }
}
