import { describe, expect, it } from 'vitest'
import { ballotStateOrder, ballotStates, ballotWords } from '../../../src/renderer/widgets/ballotStates.ts'

describe('a ballot’s state in words', () => {
  it('tells a vote that was tallied from one that was entered at the desk, and both are green', () => {
    expect(ballotWords({ ballotState: 1, source: 'tally' })).toEqual({ look: 'voted', name: '已唱票' })
    expect(ballotWords({ ballotState: 1, source: 'desk' })).toEqual({ look: 'voted', name: '已投票' })
  })

  it('is what it is without a vote, however the record came', () => {
    expect(ballotWords({ ballotState: 0, source: 'mark' })).toEqual({ look: 'marked', name: '已标记' })
    expect(ballotWords({ ballotState: -1, source: '' })).toEqual({ look: 'open', name: '未投' })
  })

  it('names both where only the state is known', () => {
    expect(ballotStateOrder.map((state) => `${ballotStates[state].letter} ${ballotStates[state].name}`)).toEqual(['投 已投票/唱票', '标 已标记', '未 未投'])
  })
})
