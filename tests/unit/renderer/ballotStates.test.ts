import { describe, expect, it } from 'vitest'
import { ballotStates, ballotWords, canBeTallied, namedForTally, voidConsequence } from '../../../src/renderer/features/ballot/parts/ballotStates.ts'

describe('describing a ballot’s state', () => {
  it('distinguishes tallied and desk votes, both green', () => {
    expect(ballotWords({ ballotState: 1, source: 'tally', isVoided: false })).toEqual({ look: 'voted', name: '已唱票' })
    expect(ballotWords({ ballotState: 1, source: 'desk', isVoided: false })).toEqual({ look: 'voted', name: '已投票' })
  })

  it('shows no source without a vote', () => {
    expect(ballotWords({ ballotState: 0, source: 'mark', isVoided: false })).toEqual({ look: 'marked', name: '已标记' })
    expect(ballotWords({ ballotState: -1, source: '', isVoided: false })).toEqual({ look: 'open', name: '未投' })
  })

  it('names where its paper is until there is a vote', () => {
    const named = ([0, 1, 2] as const).map((paperState) => ballotWords({ ballotState: 0, source: 'mark', isVoided: false, paperState }).name)
    expect(named).toEqual(['选票已生成', '选票已发出', '选票已收回'])
    expect(ballotWords({ ballotState: 1, source: 'tally', isVoided: false, paperState: 2 }).name).toBe('已唱票')
    expect(ballotWords({ ballotState: 0, source: 'mark', isVoided: false, paperState: -1 }).name).toBe('已标记')
  })

  it('says that the vote was voided until there is another', () => {
    expect(ballotWords({ ballotState: -1, source: '', isVoided: true })).toEqual({ look: 'open', name: '已作废' })
  })

  it('names both possibilities if only the state is known', () => {
    expect(([1, 0, -1] as const).map((state) => `${ballotStates[state].letter} ${ballotStates[state].name}`)).toEqual([
      '投 已投票/唱票',
      '标 已标记',
      '未 未投',
    ])
  })
})

describe('a tallied paper', () => {
  it('needs a code, or a voided vote', () => {
    expect(canBeTallied({ markedCode: 'C-1', isVoided: false })).toBe(true)
    expect(canBeTallied({ markedCode: '', isVoided: true })).toBe(true)
    expect(canBeTallied({ markedCode: '', isVoided: false })).toBe(false)
  })

  it('is identified by its code, else by its ballot', () => {
    const ballots = [
      { ballotId: 'b-1', markedCode: 'C-1' },
      { ballotId: 'b-2', markedCode: '' },
    ]
    expect(namedForTally(ballots)).toEqual({ markedCodes: ['C-1'], ballotIds: ['b-2'] })
  })

  it('counts as invalid in the tally if voided, and as open before', () => {
    expect(voidConsequence(2)).toContain('按无效票计')
    expect(voidConsequence(1)).toContain('可以重新投票')
  })
})
