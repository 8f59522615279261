import { describe, expect, it } from 'vitest'
import type { Statistics } from '../../../src/shared/features/result/contract.ts'
import { judgedOf, missingForQuorum, suggestedName } from '../../../src/renderer/features/result/figures.ts'

const share = { count: 0, areaHundredths: 0, countRate: 0, areaRate: 0 }
const classes = { approve: share, oppose: share, abstain: share, invalid: share, notVoted: share }
const conclusion = {
  rule: '双过半（仅计收回票）',
  participants: share,
  approve: share,
  isQuorumMet: false,
  outcome: '未成立',
  strictOutcome: '未成立',
  note: '',
} as const

describe('what the statistics show', () => {
  it('says what is missing for two thirds in heads and in area, and nothing where nothing is', () => {
    expect(missingForQuorum({ count: 100, areaHundredths: 30_000 }, { count: 30, areaHundredths: 19_999 })).toBe('还差 37 户、0.01㎡')
    expect(missingForQuorum({ count: 3, areaHundredths: 300 }, { count: 2, areaHundredths: 200 })).toBe('')
    expect(missingForQuorum({ count: 3, areaHundredths: 300 }, { count: 2, areaHundredths: 100 })).toBe('还差 1.00㎡')
  })

  it('the missing number is enough, and one less is not', () => {
    for (let whole = 1; whole < 60; whole++) {
      for (let part = 0; part <= whole; part++) {
        const words = missingForQuorum({ count: whole, areaHundredths: 0 }, { count: part, areaHundredths: 0 })
        const missing = words === '' ? 0 : Number(/\d+/.exec(words)?.[0])
        expect(3 * (part + missing)).toBeGreaterThanOrEqual(2 * whole)
        if (missing > 0) expect(3 * (part + missing - 1)).toBeLessThan(2 * whole)
      }
    }
  })

  it('judges a topic, or each option of one, in order', () => {
    const statistics: Pick<Statistics, 'topics'> = {
      topics: [
        { id: 'a', title: '电梯', sortNo: 1, topicType: 1, voteModel: 15, classes, conclusion, options: [] },
        {
          id: 'b',
          title: '选聘',
          sortNo: 2,
          topicType: 2,
          voteModel: 15,
          classes: null,
          conclusion: null,
          options: [{ id: 'b1', title: '甲', sortNo: 1, classes, conclusion }],
        },
      ],
    }
    expect(judgedOf(statistics as Statistics).map(({ title }) => title)).toEqual(['1. 电梯', '2. 选聘 / 甲'])
  })

  it('names the report by estate, activity and minute', () => {
    expect(suggestedName('翠苑', '换电梯', new Date(2026, 4, 1, 9, 5), '.xlsx')).toBe('翠苑_换电梯_表决结果_202605010905.xlsx')
  })
})
