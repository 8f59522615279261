import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conclude, DISAGREEMENT_NOTE, tallyOfSums, type AnswerSums, type BallotSums } from '../../../src/server/features/result/counting.ts'
import type { CountingRule } from '../../../src/shared/features/activity/rules.ts'
import { ratePercent, type Share } from '../../../src/shared/features/result/rules.ts'
import { anActivity, countedBallots, oracle, RULES, type MadeBallot } from '../../support/countingOracle.ts'
import { tally, type CountedBallot } from '../../support/tally.ts'
import { atScale, isFull } from '../../support/scale.ts'

/** Number of compared random activities. */
const ACTIVITIES = atScale(10_000, 2_000)

const [approve, oppose, abstain, open] = [1, 2, 3, 0] as const

/** `heads` ballots of `squareMetres` each (an area in words: `599.99` is the sum of all of them, on the first). */
function ballots(heads: number, areaHundredths: number, more: Partial<CountedBallot> = {}): CountedBallot[] {
  const each = Math.floor(areaHundredths / heads)
  return Array.from({ length: heads }, (_, index) => ({
    areaHundredths: index === 0 ? areaHundredths - each * (heads - 1) : each,
    state: 'none',
    answer: open,
    isDelivered: false,
    ...more,
  }))
}
const voted = (answer: 0 | 1 | 2 | 3) => ({ state: 'voted', answer }) as const
const share = (count: number, squareMetres: number): Share => ({ count, areaHundredths: Math.round(squareMetres * 100) })

/** Estate A of `counting.md` section 4, five heads and 600.00 m²; each with its answer, or without a vote. */
function estateA(answers: Partial<Record<'张三' | '李四' | '王五' | '赵六' | '开发商', 0 | 1 | 2 | 3>>): CountedBallot[] {
  const areas = { 张三: 20_000, 李四: 8_000, 王五: 12_000, 赵六: 9_000, 开发商: 11_000 } as const
  return (Object.keys(areas) as (keyof typeof areas)[]).flatMap((owner) => {
    const answer = answers[owner]
    return ballots(1, areas[owner], answer === undefined ? {} : voted(answer))
  })
}
const concluded = (rule: CountingRule, all: readonly CountedBallot[]) => conclude({ rule, lawItem: null, isElection: false }, tally(all))

describe('the worked cases of counting.md section 4', () => {
  it('A1: area is exactly two thirds and suffices, heads do not', () => {
    const answered = estateA({ 张三: approve, 李四: approve, 王五: approve })
    expect(tally(answered)).toMatchObject({ whole: share(5, 600), voted: share(3, 400), approve: share(3, 400), notVoted: share(2, 200) })
    expect(concluded(1, answered)).toMatchObject({ isQuorumMet: false, outcome: '未成立', strictOutcome: '未成立', note: '' })
  })

  it('A2: a tie of heads is no majority, whatever the area', () => {
    const answered = estateA({ 张三: approve, 李四: approve, 王五: oppose, 赵六: oppose })
    expect(tally(answered)).toMatchObject({ voted: share(4, 490), approve: share(2, 280), oppose: share(2, 210) })
    expect(concluded(1, answered)).toMatchObject({ isQuorumMet: true, participants: share(4, 490), approve: share(2, 280), outcome: '不通过' })
  })

  it('A3: three of four heads and 400 of 490 pass the half and the three quarters', () => {
    const answered = estateA({ 张三: approve, 李四: approve, 王五: approve, 赵六: oppose })
    expect(concluded(1, answered).outcome).toBe('通过')
    expect(concluded(2, answered).outcome).toBe('通过')
  })

  it('B: two of three is exactly two thirds, though the rates show 66.67', () => {
    const answered = [...ballots(2, 20_000, voted(approve)), ...ballots(1, 10_000)]
    expect(concluded(1, answered).outcome).toBe('通过')
    expect(ratePercent(2, 3)).toBe(66.67)
    expect(ratePercent(20_000, 30_000)).toBe(66.67)
  })

  it('H: abstentions stay in the base, so four of nine do not pass', () => {
    const answered = [...ballots(4, 40_000, voted(approve)), ...ballots(1, 10_000, voted(oppose)), ...ballots(4, 40_000, voted(abstain)), ...ballots(1, 10_000)]
    expect(concluded(1, answered)).toMatchObject({ participants: share(9, 900), approve: share(4, 400), outcome: '不通过' })
  })

  it('I: 599.99 of 800 shows as 75.00 and is less than three quarters', () => {
    const answered = [...ballots(6, 59_999, voted(approve)), ...ballots(2, 20_001, voted(oppose)), ...ballots(1, 10_000)]
    expect(tally(answered)).toMatchObject({ whole: share(9, 900), approve: share(6, 599.99), oppose: share(2, 200.01) })
    expect(ratePercent(59_999, 80_000)).toBe(75)
    expect(concluded(2, answered)).toMatchObject({ isQuorumMet: true, outcome: '不通过' })
  })

  it('J: if heads and area have different leaders, delivered ballots are left out, and the note says so', () => {
    const answered = [
      ...ballots(5, 25_000, voted(approve)),
      ...ballots(3, 50_000, voted(oppose)),
      ...ballots(3, 30_000, { isDelivered: true }),
      ...ballots(1, 10_000),
    ]
    expect(concluded(3, answered)).toEqual({
      participants: share(8, 750),
      approve: share(5, 250),
      deliveredTo: null,
      isQuorumMet: false,
      outcome: '未成立',
      strictOutcome: '未成立',
      note: DISAGREEMENT_NOTE,
    })
    expect(DISAGREEMENT_NOTE).toBe('多数意见不一致，未反馈票未计入')
  })

  it('L: the whole is the scope: five of six take part, four of five approve', () => {
    const answered = [...ballots(4, 40_000, voted(approve)), ...ballots(1, 10_000, voted(oppose)), ...ballots(1, 10_000)]
    expect(concluded(1, answered)).toMatchObject({ participants: share(5, 500), approve: share(4, 400), outcome: '通过' })
  })
})

describe('delivered and not returned ballots', () => {
  const all = [...ballots(5, 50_000, voted(approve)), ...ballots(2, 20_000, voted(oppose)), ...ballots(3, 30_000, { isDelivered: true })]

  it('count for the answer leading in heads and area under rules 3 and 4', () => {
    expect(concluded(3, all)).toMatchObject({ participants: share(10, 1000), approve: share(8, 800), deliveredTo: 'approve', outcome: '通过' })
    expect(concluded(4, all)).toMatchObject({ approve: share(8, 800), outcome: '通过', strictOutcome: '不通过' })
  })

  it('count as opposing if that leads', () => {
    const against = [...ballots(2, 20_000, voted(approve)), ...ballots(5, 50_000, voted(oppose)), ...ballots(3, 30_000, { isDelivered: true })]
    expect(concluded(3, against)).toMatchObject({ participants: share(10, 1000), approve: share(2, 200), deliveredTo: 'oppose', outcome: '不通过' })
  })

  it('count as abstaining under rule 5: taking part without approving', () => {
    expect(concluded(5, all)).toMatchObject({ participants: share(10, 1000), approve: share(5, 500), deliveredTo: 'abstain', outcome: '不通过' })
    expect(concluded(5, all).strictOutcome).toBe('通过')
  })

  it('do not count under rules 1, 2 and 6', () => {
    for (const rule of [1, 2, 6] as const)
      expect(concluded(rule, all)).toMatchObject({ participants: share(7, 700), approve: share(5, 500), deliveredTo: null })
    expect(concluded(6, all)).toMatchObject({ outcome: '不作结论', strictOutcome: '不作结论' })
  })

  it('include a voided ballot if it was delivered', () => {
    const voided = [...ballots(6, 60_000, voted(approve)), ...ballots(4, 40_000, { state: 'void', isDelivered: true })]
    expect(tally(voided)).toMatchObject({ invalid: share(4, 400), notVoted: share(0, 0), delivered: share(4, 400) })
    expect(concluded(5, voided).participants).toEqual(share(10, 1000))
  })
})

it('concludes 未成立 for an empty whole, and shows its rates as 0', () => {
  expect(concluded(1, [])).toMatchObject({ isQuorumMet: false, outcome: '未成立' })
  expect(ratePercent(0, 0)).toBe(0)
})

it('rounds rates half up from the exact fraction', () => {
  expect([ratePercent(1, 800), ratePercent(1, 801), ratePercent(3, 800), ratePercent(1, 3), ratePercent(2, 3), ratePercent(1, 1)]).toEqual([
    0.13, 0.12, 0.38, 33.33, 66.67, 100,
  ])
  // Exactly 1.005 %, which a binary float would round down.
  expect(ratePercent(201, 20_000)).toBe(1.01)
})

describe('counting against an oracle in exact fractions', () => {
  it(`agrees in ${ACTIVITIES} random activities: classes, quorum, outcome, strict outcome, note and rates`, { timeout: 120_000 }, () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(anActivity(12), (made) => {
        const expected = oracle(made)
        const counted = tally(countedBallots(made))
        for (const name of ['whole', 'approve', 'oppose', 'abstain', 'invalid', 'notVoted', 'voted', 'delivered'] as const) {
          expect(exact(counted[name]), name).toEqual(expected.classes[name])
        }
        const parts = [counted.approve, counted.oppose, counted.abstain, counted.invalid, counted.notVoted]
        expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(counted.whole.count)
        expect(parts.reduce((sum, part) => sum + part.areaHundredths, 0)).toBe(counted.whole.areaHundredths)
        for (const part of parts) {
          expect(ratePercent(part.count, counted.whole.count)).toBe(expected.rate(BigInt(part.count), expected.classes.whole.count))
          expect(ratePercent(part.areaHundredths, counted.whole.areaHundredths)).toBe(expected.rate(BigInt(part.areaHundredths), expected.classes.whole.area))
        }
        for (const rule of RULES) {
          const { participants, approve: approving, isQuorumMet, outcome, strictOutcome, note } = conclude({ rule, lawItem: null, isElection: false }, counted)
          expect({ participants: exact(participants), approve: exact(approving), isQuorumMet, outcome, strictOutcome, note }, `rule ${rule}`).toEqual(
            expected.conclusions[rule],
          )
          seen.add(`${rule} ${outcome} ${strictOutcome} ${note}`)
        }
      }),
      { numRuns: ACTIVITIES },
    )
    if (!isFull) return // a sample may miss a kind
    // All kinds must occur, or the agreement would mean little: both outcomes differ, and there are notes.
    for (const kind of ['1 通过 通过 ', '2 不通过 不通过 ', '3 通过 未成立 ', '4 通过 不通过 ', '5 不通过 通过 ', `3 未成立 未成立 ${DISAGREEMENT_NOTE}`])
      expect(seen).toContain(kind)
  })
})

const exact = ({ count, areaHundredths }: Share) => ({ count: BigInt(count), area: BigInt(areaHundredths) })

it('refuses inconsistent sums instead of showing an inexact result', () => {
  const sums: BallotSums = { whole: share(3, 300), voted: share(2, 200), voided: share(1, 100), delivered: share(0, 0) }
  const right: AnswerSums = [share(0, 0), share(2, 200), share(0, 0), share(0, 0)]
  expect(tallyOfSums(sums, right)).toMatchObject({ notVoted: share(0, 0), invalid: share(1, 100) })
  expect(() => tallyOfSums(sums, [share(0, 0), share(1, 200), share(0, 0), share(0, 0)])).toThrow('1 ballots')
  expect(() => tallyOfSums(sums, [share(0, 0), share(2, 200.01), share(0, 0), share(0, 0)])).toThrow('20001')
  expect(() => tallyOfSums({ ...sums, whole: share(2, 300) }, right)).toThrow('whole')
})

it('generates ballots of every kind for the oracle', () => {
  const kinds = new Set<MadeBallot['story']>()
  for (const made of fc.sample(anActivity(12), 300)) for (const ballot of made.ballots) kinds.add(ballot.story)
  expect(kinds).toEqual(new Set(['nothing', 'marked', 'voted', 'voided', 'voidedThenVoted', 'voidedThenMarked']))
})
