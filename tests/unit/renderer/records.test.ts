import { describe, expect, it } from 'vitest'
import {
  codeInWords,
  madeInWords,
  receiptInWords,
  recordName,
  takenBallots,
  takenInWords,
} from '../../../src/renderer/features/voting/parts/records/recordWords.ts'

const taken = (place: string, more: object = {}) => ({
  ballotid: 'b',
  recordid: 'r',
  place,
  ownername: '李四',
  markedcode: '',
  recordpaper: '' as const,
  operator: '张敏',
  operatedate: '2026-11-22 13:03:05',
  desk: '前台',
  ...more,
})

describe('describing a record', () => {
  const record = { operatedAt: Date.parse('2026-11-22T05:03:00Z'), operator: '张敏', desk: '前台-PC', source: 'desk', paper: '' } as const

  it('states when, by whom, on which computer and how it was made', () => {
    expect(madeInWords(record)).toBe('11-22 13:03 由 张敏 在“前台-PC”投票')
    expect(madeInWords({ ...record, desk: '', source: 'tally' })).toBe('11-22 13:03 由 张敏 唱票')
    expect(madeInWords({ ...record, operatedAt: null, source: 'mark' })).toBe('由 张敏 在“前台-PC”标记')
  })

  it('names who generated a paper-only record; a mark that got a paper stays a mark', () => {
    const mark = { ...record, source: 'mark', status: 0 } as const
    expect(madeInWords({ ...mark, paper: 'issued' })).toBe('11-22 13:03 由 张敏 在“前台-PC”生成选票')
    expect(madeInWords({ ...mark, paper: 'kept' })).toBe('11-22 13:03 由 张敏 在“前台-PC”标记')
    expect((['issued', 'kept', ''] as const).map((paper) => recordName({ ...mark, paper }))).toEqual(['已生成', '已标记', '已标记'])
    expect((['issued', 'kept', ''] as const).map((paper) => codeInWords('C-1', paper))).toEqual(['选票编号 C-1', '选票编号 C-1', '标记码 C-1'])
    expect(codeInWords('', '')).toBe('')
  })
})

describe('describing how a paper came in', () => {
  const operatedAt = Date.parse('2026-11-22T05:03:00Z')
  const ordinary = { status: 1, channel: 3, receivedAt: operatedAt, handedInBy: '', isLate: false, agentName: '', operatedAt } as const

  it('mentions only unusual arrivals, and none for a mark', () => {
    expect(receiptInWords(ordinary)).toBe('')
    const late = { ...ordinary, receivedAt: operatedAt - 3_600_000, isLate: true, channel: 2, handedInBy: '孙某', agentName: '郑代理' } as const
    expect(receiptInWords(late)).toBe('截止后录入，11-22 12:03 收到，收票渠道：上门，孙某 递交，受托人 郑代理 代为投票')
    expect(receiptInWords({ ...late, status: 0 })).toBe('')
  })
})

describe('describing conflicts', () => {
  it('names each conflicting property and code, at most three', () => {
    expect(takenInWords([taken('一期-1栋-102', { markedcode: 'C-1' })])).toBe('一期-1栋-102 李四（标记码 C-1，11-22 13:03 由 张敏 在“前台” 登记）')
    expect(takenInWords([taken('1', { markedcode: 'A7', recordpaper: 'issued' })])).toBe('1 李四（选票编号 A7，11-22 13:03 由 张敏 在“前台” 生成选票）')
    expect(takenInWords(['1', '2', '3', '4'].map((room) => taken(room)))).toMatch(/^1 李四.*；2 .*；3 .* 等 4 票$/)
  })

  it('is empty if the refusal names none', () => {
    for (const data of [null, undefined, '该票权已投票', {}, [1], [{ place: 1 }], [{}]]) expect(takenBallots(data)).toEqual([])
    expect(takenBallots([taken('1')])).toHaveLength(1)
  })
})
