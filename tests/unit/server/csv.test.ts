import { describe, expect, it } from 'vitest'
import { cell, csvStart, entryLine } from '../../../src/server/features/journal/csv.ts'

describe('a cell of a CSV file', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM', '\t=1', '\r=1', '\n=1', ' =1', '\u200b=1', '\ufeff=1', '\n注', '\t注', '\n\n＝1'])(
    '%j is text and no formula',
    (text) => expect(cell(text)).toBe(`"'${text}"`),
  )

  it.each(['张三', '3栋-1201', '一期-1栋', '面积：89.50 → 90.00', '', '1=1', '甲\n乙', '🏠'])('%j stays as it is', (text) =>
    expect(cell(text)).toBe(`"${text}"`),
  )

  it('keeps quotation marks and line breaks inside the cell', () => expect(cell('作"废"\n=1')).toBe('"作""废""\n=1"'))
})

describe('the journal’s CSV file', () => {
  const entry = {
    number: 7,
    at: Date.UTC(2026, 4, 1),
    username: 'a_1',
    nickName: '=1+1',
    address: '127.0.0.1',
    action: 'voting.void',
    subject: 'x',
    subjectName: '1栋-101 张三',
    activityTitle: '更换电梯',
    summary: '状态：已投票 → 已作废',
    before: { status: 1, voterPhone: '13800000001' },
    after: { status: 2, voterPhone: '13800000001' },
    hash: 'f'.repeat(64),
  }

  it('has a UTF-8 mark and one readable line per entry', () => {
    expect(csvStart().startsWith('\ufeff"序号","行","时间"')).toBe(true)
    const written = entryLine(entry, true)
    expect(written.endsWith('\r\n')).toBe(true)
    expect(written).toBe(
      `"7","","2026-05-01 08:00:00","a_1","'=1+1","127.0.0.1","作废投票","1栋-101 张三","更换电梯","状态：已投票 → 已作废",` +
        `"状态：已投票；投票人手机号：138****0001","状态：已作废；投票人手机号：138****0001","x","${'f'.repeat(64)}"\r\n`,
    )
    expect(entryLine(entry, false)).toContain('投票人手机号：13800000001')
  })
})
