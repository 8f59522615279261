import { describe, expect, it } from 'vitest'
import { missingInTurnout, missingWords, turnoutWords } from '../../../src/renderer/features/activity/parts/turnout/quorum.ts'
import { meetsQuorum, missingToQuorum } from '../../../src/shared/features/result/rules.ts'

const of = (votedCount: number, totalCount: number, votedAreaHundredths: number, totalAreaHundredths: number) => ({
  votedCount,
  totalCount,
  votedAreaHundredths,
  totalAreaHundredths,
  votedCountRate: 0,
  votedAreaRate: 0,
})

describe('the shortfall to two thirds', () => {
  it('is the least that reaches it: exactly two thirds suffice', () => {
    expect(missingInTurnout(of(2, 3, 20_000, 30_000))).toEqual({ count: 0, areaHundredths: 0 })
    expect(missingInTurnout(of(3, 5, 40_000, 60_000))).toEqual({ count: 1, areaHundredths: 0 })
    expect(missingInTurnout(of(0, 4, 0, 10_001))).toEqual({ count: 3, areaHundredths: 6_668 })
  })

  it('suffices, and one less does not', () => {
    for (let whole = 1; whole < 60; whole++) {
      for (let part = 0; part <= whole; part++) {
        const { count: missing } = missingToQuorum({ count: part, areaHundredths: 0 }, { count: whole, areaHundredths: 0 })
        expect(3 * (part + missing)).toBeGreaterThanOrEqual(2 * whole)
        if (missing > 0) expect(3 * (part + missing - 1)).toBeLessThan(2 * whole)
      }
    }
  })

  it('is zero exactly if results have a quorum', () => {
    for (let whole = 1; whole < 20; whole++) {
      for (let count = 0; count <= whole; count++) {
        for (let areaHundredths = 0; areaHundredths <= whole; areaHundredths++) {
          const [part, all] = [
            { count, areaHundredths },
            { count: whole, areaHundredths: whole },
          ]
          const missing = missingToQuorum(part, all)
          expect(missing.count === 0 && missing.areaHundredths === 0).toBe(meetsQuorum(part, all))
        }
      }
    }
  })

  it('is stated in heads and area, and omitted if zero', () => {
    expect(missingWords({ count: 37, areaHundredths: 1 })).toBe('还差 37 人、0.01㎡')
    expect(missingWords({ count: 0, areaHundredths: 100 })).toBe('还差 1.00㎡')
    expect(missingWords({ count: 0, areaHundredths: 0 })).toBe('')
  })

  it('is stated for a whole activity in one sentence', () => {
    expect(turnoutWords(of(63, 150, 578_945, 1_500_000))).toBe('还差 37 人、4,210.55㎡')
    expect(turnoutWords(of(3, 5, 40_000, 60_000))).toBe('面积已达到 2/3，人数还差 1 人')
    expect(turnoutWords(of(4, 5, 0, 60_000))).toBe('人数已达到 2/3，面积还差 400.00㎡')
    expect(turnoutWords(of(5, 5, 60_000, 60_000))).toBe('人数和面积都已达到 2/3')
    expect(turnoutWords(of(0, 0, 0, 0))).toBe('票权清册是空的')
  })
})
