import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countSlot, type CountingTerms, type CountedBallot, type Rule } from '../../../src/recount/judge/counting.ts'
import { comparisonText } from '../../../src/recount/page/resultView.ts'
import { conclude } from '../../../src/server/features/result/counting.ts'
import { anActivity, countedBallots, oracle, RULES } from '../../support/countingOracle.ts'
import { tally } from '../../support/tally.ts'

/** A voted ballot with an area in m² and its answer to the only topic. */
const vote = (squareMetres: number, answer: 0 | 1 | 2 | 3): CountedBallot => ({
  area: Math.round(squareMetres * 100),
  status: 1,
  answers: String(answer),
  delivered: false,
})
const silent = (squareMetres: number, delivered = false): CountedBallot => ({ area: Math.round(squareMetres * 100), status: -1, answers: '', delivered })
const times = (count: number, ballot: CountedBallot): CountedBallot[] => Array.from({ length: count }, () => ballot)
const termsOfRule = (rule: Rule): CountingTerms => ({ rule, lawitem: null, election: null })
const outcome = (ballots: readonly CountedBallot[], rule: Rule): string => countSlot(ballots, 0, termsOfRule(rule)).verdict.outcome

// Estate A of counting.md: 张三's two properties are one ballot of 200, 开发商's of 110.
const [zhang, li, wang, zhao, developer] = [200, 80, 120, 90, 110] as const

describe('the worked cases of counting.md', () => {
  it('A1: exactly two thirds of the area but three of five heads make no quorum', () => {
    const ballots = [vote(zhang, 1), vote(li, 1), vote(wang, 1), silent(zhao), silent(developer)]
    expect(outcome(ballots, 1)).toBe('未成立')
    const { comparisons } = countSlot(ballots, 0, termsOfRule(1)).verdict
    expect(comparisons.slice(0, 2).map(comparisonText)).toEqual(['3×3 = 9 < 2×5 = 10 ✗', '3×400.00 = 1,200.00 ≥ 2×600.00 = 1,200.00 ✓'])
  })

  it('A2: a tie of heads does not pass, whatever the area', () => {
    const ballots = [vote(zhang, 1), vote(li, 1), vote(wang, 2), vote(zhao, 2), silent(developer)]
    expect(outcome(ballots, 1)).toBe('不通过')
    expect(countSlot(ballots, 0, termsOfRule(1)).verdict.comparisons.slice(2).map(comparisonText)).toEqual(['2×2 = 4 ≤ 4 ✗', '2×280.00 = 560.00 > 490.00 ✓'])
  })

  it('A3: three quarters of heads and 400 of 490 pass under types 1 and 2', () => {
    const ballots = [vote(zhang, 1), vote(li, 1), vote(wang, 1), vote(zhao, 2), silent(developer)]
    expect(outcome(ballots, 1)).toBe('通过')
    expect(outcome(ballots, 2)).toBe('通过')
  })

  it('B: exactly two thirds in both are enough', () => {
    expect(outcome([vote(100, 1), vote(100, 1), silent(100)], 1)).toBe('通过')
  })

  it('H: abstentions stay in the base', () => {
    expect(outcome([...times(4, vote(100, 1)), vote(100, 2), ...times(4, vote(100, 3)), silent(100)], 1)).toBe('不通过')
  })

  it('I: 599.99 of 800 shows as 75.00 percent and is less than three quarters', () => {
    const ballots = [...times(5, vote(100, 1)), vote(99.99, 1), vote(100, 2), vote(100.01, 2), silent(100)]
    expect(outcome(ballots, 2)).toBe('不通过')
    expect(countSlot(ballots, 0, termsOfRule(2)).verdict.comparisons.map(({ holds }) => holds)).toEqual([true, true, true, false])
  })

  it('J: if no answer leads in both heads and area, delivered ballots are left out, with the note', () => {
    const ballots = [...times(5, vote(50, 1)), vote(200, 2), ...times(2, vote(150, 2)), ...times(3, silent(100, true)), silent(100)]
    const { verdict, strict, classes } = countSlot(ballots, 0, termsOfRule(3))
    expect(classes.whole).toEqual({ count: 12, area: 115_000 })
    expect(verdict).toMatchObject({ outcome: '未成立', note: '多数意见不一致，未反馈票未计入', deliveredTo: null, participants: { count: 8, area: 75_000 } })
    expect(strict?.outcome).toBe('未成立')
  })

  it('L: the whole is the scope, not the estate', () => {
    expect(outcome([...times(4, vote(100, 1)), vote(100, 2), silent(100)], 1)).toBe('通过')
  })
})

describe('the rules of counting.md', () => {
  it('counts a voided ballot as invalid, but not one that was marked again', () => {
    const ballots: CountedBallot[] = [
      { area: 1, status: 2, answers: '', delivered: true },
      { area: 2, status: 0, answers: '', delivered: false },
      { area: 4, status: 1, answers: '0', delivered: false },
    ]
    expect(countSlot(ballots, 0, termsOfRule(5)).classes).toMatchObject({
      invalid: { count: 2, area: 5 },
      optionnochoose: { count: 1, area: 2 },
      delivered: { count: 1, area: 1 },
    })
  })

  it('has a strict outcome for types 3, 4 and 5 only, and no conclusion under 6', () => {
    const ballots = [vote(100, 1), silent(100, true), silent(100, true)]
    expect(RULES.map((rule) => countSlot(ballots, 0, termsOfRule(rule)).verdict.outcome)).toEqual(['未成立', '未成立', '通过', '通过', '不通过', '不作结论'])
    expect(RULES.map((rule) => countSlot(ballots, 0, termsOfRule(rule)).strict?.outcome)).toEqual([
      undefined,
      undefined,
      '未成立',
      '未成立',
      '未成立',
      undefined,
    ])
  })

  it('matches an exact-fraction count and the program for random activities', () => {
    fc.assert(
      fc.property(anActivity(30), fc.constantFrom(...RULES), (made, rule) => {
        const program = countedBallots(made)
        const ballots = program.map(({ areaHundredths, state, answer, isDelivered }): CountedBallot => {
          const status = state === 'voted' ? 1 : state === 'void' ? 2 : -1
          return { area: areaHundredths, status, answers: String(answer), delivered: isDelivered }
        })
        const { classes, verdict, strict } = countSlot(ballots, 0, termsOfRule(rule))
        const expected = oracle(made)
        const exact = ({ count, area }: { count: bigint; area: bigint }) => ({ count: Number(count), area: Number(area) })
        expect(classes).toEqual({
          whole: exact(expected.classes.whole),
          approve: exact(expected.classes.approve),
          disapprove: exact(expected.classes.oppose),
          abstention: exact(expected.classes.abstain),
          invalid: exact(expected.classes.invalid),
          optionnochoose: exact(expected.classes.notVoted),
          voted: exact(expected.classes.voted),
          delivered: exact(expected.classes.delivered),
        })
        const conclusion = expected.conclusions[rule]
        expect({ ...verdict, strict: (strict ?? verdict).outcome }).toMatchObject({
          participants: exact(conclusion.participants),
          approve: exact(conclusion.approve),
          outcome: conclusion.outcome,
          strict: conclusion.strictOutcome,
          note: conclusion.note,
        })
        const own = conclude({ rule, lawItem: null, isElection: false }, tally(program))
        expect([verdict.outcome, (strict ?? verdict).outcome, verdict.participants.area, verdict.note]).toEqual([
          own.outcome,
          own.strictOutcome,
          own.participants.areaHundredths,
          own.note,
        ])
      }),
      { numRuns: 2_000 },
    )
  })
})
