import { describe, expect, it } from 'vitest'
import { actionRefusalInWords, actionRefusal, printInWords, printRefusal } from '../../../src/renderer/features/paper/paperRefusals.ts'

const paper = (state: 0 | 1 | 2 | 3, ballotState: -1 | 0 | 1 = 0) => ({ code: '0001', state, ballotState })
const [PRINTED, OUT, RECEIVED] = [0, 1, 2] as const
const [VOTING, FINISHED] = [1, 3] as const

describe('refusals for a list of papers', () => {
  it('have a reason, and name the first paper in conflict', () => {
    expect(actionRefusal(VOTING, 'out', [paper(PRINTED)])).toBeNull()
    expect(actionRefusal(VOTING, 'out', [])).toEqual({ reason: 'paper.noCodes' })
    expect(actionRefusal(VOTING, 'out', [paper(PRINTED), paper(RECEIVED)])).toEqual({ reason: 'paper.wrongState', paper: paper(RECEIVED) })
    expect(actionRefusal(VOTING, 'spoil', [paper(OUT, 1)])).toEqual({ reason: 'paper.voted', paper: paper(OUT, 1) })
    expect(actionRefusal(FINISHED, 'out', [paper(PRINTED)])).toEqual({ reason: 'activity.wrongStatus' })
    expect(printRefusal(VOTING, [paper(OUT)])).toBeNull()
    expect(printRefusal(VOTING, [paper(RECEIVED)])).toEqual({ reason: 'paper.printedAfterReturn', paper: paper(RECEIVED) })
  })

  it('use the wording for lists', () => {
    expect(actionRefusalInWords(VOTING, 'out', [paper(PRINTED)])).toBeNull()
    expect(actionRefusalInWords(VOTING, 'out', [])).toBe('请先勾选选票')
    expect(actionRefusalInWords(VOTING, 'out', [paper(RECEIVED)])).toBe('选票 0001 已收回，不能登记发出')
    expect(actionRefusalInWords(VOTING, 'spoil', [paper(OUT, 1)])).toBe('选票 0001 的票权已投票，请先作废该投票')
    expect(actionRefusalInWords(FINISHED, 'out', [paper(PRINTED)])).toContain('当前状态为“已结束”，不能')
    expect(printInWords(VOTING, [paper(RECEIVED)])).toBe('选票 0001 已收回，不能再打印')
  })
})
