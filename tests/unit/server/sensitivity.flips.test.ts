import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conclude, type Outcome } from '../../../src/server/features/result/counting.ts'
import { flipsOf, type Flip, type Movable } from '../../../src/server/features/sensitivity/flips.ts'
import { flipInWords } from '../../../src/server/features/sensitivity/words.ts'
import type { LawItem, TopicRule } from '../../../src/shared/features/activity/law.ts'
import type { Move } from '../../../src/shared/features/sensitivity/rules.ts'
import { tally, type CountedBallot } from '../../support/tally.ts'

const outcomeOf = (rule: TopicRule, ballots: readonly CountedBallot[]): Outcome => conclude(rule, tally(ballots)).outcome
const hasVoted = ({ state }: CountedBallot): boolean => state === 'voted'
const answered = (answer: number) => (ballot: CountedBallot) => hasVoted(ballot) && ballot.answer === answer

/** The ballots that each move takes, their result, and the outcomes it is tested from. */
const moves: Readonly<Record<Move, { takes: (ballot: CountedBallot) => boolean; becomes: Partial<CountedBallot>; isFromPassed: boolean }>> = {
  'approve → invalid': { takes: answered(1), becomes: { answer: 0 }, isFromPassed: true },
  'approve → oppose': { takes: answered(1), becomes: { answer: 2 }, isFromPassed: true },
  'voted → not voted': { takes: hasVoted, becomes: { state: 'none', answer: 0 }, isFromPassed: true },
  'oppose → approve': { takes: answered(2), becomes: { answer: 1 }, isFromPassed: false },
  'not voted → approve': { takes: ({ state }) => state === 'none', becomes: { state: 'voted', answer: 1 }, isFromPassed: false },
}

/** The minimum number of ballots that turn the outcome, by trying every set. */
function leastByTrial(rule: TopicRule, ballots: readonly CountedBallot[], move: Move): number | null {
  const { takes, becomes } = moves[move]
  const isPassed = outcomeOf(rule, ballots) === '通过'
  const places = ballots.flatMap((ballot, place) => (takes(ballot) ? [place] : []))
  let least: number | null = null
  for (let set = 1; set < 1 << places.length; set++) {
    const taken = new Set(places.filter((_, index) => (set >> index) & 1))
    if (least !== null && taken.size >= least) continue
    const turned = ballots.map((ballot, place) => (taken.has(place) ? { ...ballot, ...becomes } : ballot))
    if ((outcomeOf(rule, turned) === '通过') !== isPassed) least = taken.size
  }
  return least
}

function movableOf(ballots: readonly CountedBallot[]): Movable {
  const largest = ballots.toSorted((one, other) => other.areaHundredths - one.areaHundredths)
  return {
    approving: largest.filter(answered(1)),
    opposing: largest.filter(answered(2)),
    voted: largest.filter(hasVoted),
    notVoted: largest.filter(({ state }) => state === 'none'),
  }
}
const flips = (rule: TopicRule, ballots: readonly CountedBallot[], offersOppose = true) =>
  flipsOf({ rule, counted: tally(ballots), movable: movableOf(ballots), offersOppose })

/** The exact ballots named by a flip point. */
function namedBallots({ who, taken, count }: Flip, ballots: readonly CountedBallot[]): Set<CountedBallot> {
  const from = (movableOf(ballots) as Readonly<Record<keyof Movable, readonly CountedBallot[]>>)[who]
  if (taken.from === 'all') return new Set(from.slice(0, count))
  const undelivered = from.filter(({ isDelivered }) => !isDelivered)
  if (taken.from === 'both')
    return new Set([...from.filter(({ isDelivered }) => isDelivered).slice(0, taken.delivered), ...undelivered.slice(0, taken.undelivered)])
  return new Set(undelivered.slice(0, count))
}

const area = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(5_000, 10_000, 15_000, 40_000) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 60_000 }) })
const ballot = (approving: number): fc.Arbitrary<CountedBallot> =>
  fc
    .record({
      areaHundredths: area,
      state: fc.oneof(
        { weight: 7, arbitrary: fc.constant('voted' as const) },
        { weight: 3, arbitrary: fc.constant('none' as const) },
        { weight: 1, arbitrary: fc.constant('void' as const) },
      ),
      answer: fc.oneof(
        { weight: approving, arbitrary: fc.constant(1 as const) },
        { weight: 2, arbitrary: fc.constant(2 as const) },
        { weight: 1, arbitrary: fc.constantFrom(0 as const, 3 as const) },
      ),
      isDelivered: fc.boolean(),
    })
    .map((each) => (each.state === 'voted' ? each : { ...each, answer: 0 as const }))
const anActivity = fc.record({
  ballots: fc.integer({ min: 0, max: 12 }).chain((approving) => fc.array(ballot(approving), { minLength: 1, maxLength: 9 })),
  rule: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 5 as const),
  lawItem: fc.constantFrom<LawItem | null>(null, null, 6, 9),
})

describe('flip points', () => {
  const seen = new Map<string, number>()
  it('are the minimum over all sets of ballots, and their sentence names ballots that turn it', () => {
    fc.assert(
      fc.property(anActivity, ({ ballots, rule: ticketType, lawItem }) => {
        const rule: TopicRule = { rule: ticketType, lawItem, isElection: false }
        const isPassed = outcomeOf(rule, ballots) === '通过'
        const found = flips(rule, ballots)
        for (const move of Object.keys(moves) as Move[]) {
          const flip = found.find((each) => each.move === move)
          if (moves[move].isFromPassed !== isPassed) {
            expect(flip).toBeUndefined()
            continue
          }
          expect([move, flip?.count ?? null]).toEqual([move, leastByTrial(rule, ballots, move)])
          if (!flip) continue
          const taken = namedBallots(flip, ballots)
          const turned = ballots.map((each) => (taken.has(each) ? { ...each, ...moves[move].becomes } : each))
          expect({ size: taken.size, outcome: outcomeOf(rule, turned) }).toEqual({ size: flip.count, outcome: flip.outcome })
          expect([...taken].reduce((sum, { areaHundredths }) => sum + areaHundredths, 0)).toBe(flip.areaHundredths)
          const kind = `${move} ${ticketType} ${lawItem === null ? '' : lawItem === 6 ? '3/4' : '1/2'}`
          seen.set(kind, (seen.get(kind) ?? 0) + 1)
        }
      }),
      { numRuns: 4000 },
    )
  }, 120_000)

  it('were tested for every move under every rule', () => {
    const kinds = (move: Move, rules: readonly number[]) => rules.flatMap((rule) => ['', '3/4', '1/2'].map((fraction) => `${move} ${rule} ${fraction}`))
    const all = [1, 2, 3, 4, 5]
    for (const move of Object.keys(moves) as Move[]) for (const kind of kinds(move, all)) expect([kind, (seen.get(kind) ?? 0) > 0]).toEqual([kind, true])
  })

  it('exclude answers that the topic does not offer', () => {
    const ballots = [1, 1, 1, 0].map((answer) => ({ areaHundredths: 10_000, state: 'voted', answer: answer as 0 | 1, isDelivered: false }) as const)
    const rule: TopicRule = { rule: 1, lawItem: null, isElection: false }
    expect(flips(rule, ballots).map(({ move }) => move)).toEqual(['approve → invalid', 'approve → oppose', 'voted → not voted'])
    expect(flips(rule, ballots, false).map(({ move }) => move)).toEqual(['approve → invalid', 'voted → not voted'])
  })

  it('are none for an election, and none without a conclusion', () => {
    const ballots = [1, 1, 1].map(() => ({ areaHundredths: 10_000, state: 'voted', answer: 1, isDelivered: false }) as const)
    expect(flips({ rule: 6, lawItem: null, isElection: false }, ballots)).toEqual([])
    expect(flips({ rule: 1, lawItem: null, isElection: true }, ballots)).toEqual([])
  })
})

describe('the sentence of a flip point', () => {
  const flip: Flip = { move: 'approve → invalid', who: 'approving', count: 12, areaHundredths: 120_640, taken: { from: 'all' }, outcome: '不通过' }
  it.each<[Partial<Flip>, string]>([
    [{}, '最少12张（面积最大的12张，共1,206.40㎡）同意票按无效计，结论即变为不通过'],
    [{ move: 'approve → oppose' }, '最少12张（面积最大的12张，共1,206.40㎡）同意票按反对计，结论即变为不通过'],
    [
      { move: 'voted → not voted', who: 'voted', taken: { from: 'undelivered' }, outcome: '未成立' },
      '最少12张（未登记送达中面积最大的12张，共1,206.40㎡）已投票按未投计，结论即变为未成立',
    ],
    [
      { move: 'not voted → approve', who: 'notVoted', taken: { from: 'both', delivered: 5, undelivered: 7 }, outcome: '通过' },
      '最少12张（已登记送达中面积最大的5张、未登记送达中面积最大的7张，共1,206.40㎡）未投票按同意计，结论即变为通过',
    ],
    [
      { move: 'voted → not voted', taken: { from: 'both', delivered: 12, undelivered: 0 } },
      '最少12张（已登记送达中面积最大的12张，共1,206.40㎡）同意票按未投计，结论即变为不通过',
    ],
    [{ move: 'oppose → approve', who: 'opposing', outcome: '通过' }, '最少12张（面积最大的12张，共1,206.40㎡）反对票按同意计，结论即变为通过'],
  ])('%j', (change, words) => expect(flipInWords({ ...flip, ...change })).toBe(words))
})
