import { describe, expect, it } from 'vitest'
import type { Statistics } from '../../../src/shared/features/result/contract.ts'
import { suggestedName } from '../../../src/renderer/features/result/figures.ts'
import { judgedOf } from '../../../src/renderer/features/activity/parts/judged.ts'

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
  deliveries: null,
} as const

describe('data of the statistics screen', () => {
  it('judge a topic, or each of its options, in order', () => {
    const statistics: Pick<Statistics, 'topics'> = {
      topics: [
        { id: 'a', title: '电梯', sortNo: 1, topicType: 1, voteModel: 15, election: null, classes, conclusion, options: [] },
        {
          id: 'b',
          title: '选聘',
          sortNo: 2,
          topicType: 2,
          voteModel: 15,
          election: null,
          classes: null,
          conclusion: null,
          options: [{ id: 'b1', title: '甲', sortNo: 1, classes, conclusion }],
        },
      ],
    }
    expect(judgedOf(statistics as Statistics).map(({ title }) => title)).toEqual(['1. 电梯', '2. 选聘：甲'])
  })

  it('name the report by estate, activity and minute', () => {
    expect(suggestedName('翠苑', '换电梯', new Date(2026, 4, 1, 9, 5), '.xlsx')).toBe('翠苑_换电梯_表决结果_202605010905.xlsx')
  })
})
