import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/shared/contract/index.ts'
import type { AuditEntry } from '../../../src/shared/features/audit/contract.ts'
import { actionName, actionNames, journalCsv, valueInWords } from '../../../src/renderer/features/administration/journal.ts'

const entry: AuditEntry = {
  number: 1,
  at: Date.UTC(2026, 4, 1),
  username: 'a_1',
  nickName: '=1+1',
  address: '127.0.0.1',
  action: 'voting.void',
  subject: 'x',
  before: null,
  after: { 状态: '作"废"' },
  hash: 'f'.repeat(64),
}

describe('the journal on screen and in a file', () => {
  it('names only endpoints that there are, and every other in words too', () => {
    expect(Object.keys(actionNames).filter((name) => !Object.hasOwn(endpoints, name))).toEqual([])
    expect(actionName('voting.void')).toBe('作废投票')
    expect(actionName('constructor')).toBe('其他操作')
  })

  it('shows a value a line a field, and nothing as nothing', () => {
    expect(valueInWords({ ballotId: 'x', name: '甲', summary: '', areaHundredths: 8950, houses: ['1', '2'] })).toBe(
      '名称：甲\n面积(㎡)：89.50\n房屋：1、2\n票权编号：x',
    )
    expect(valueInWords({ unheardOf: 1 })).toBe('其他：1')
    expect(valueInWords(null)).toBe('')
  })

  it('is a file that Excel opens as text: marked as UTF-8, quoted, no formula', () => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(journalCsv([entry]))
    expect(text.startsWith('\ufeff"序号"')).toBe(true)
    expect(text).toContain(`"'=1+1"`)
    expect(text).toContain('"{""状态"":""作\\""废\\""""}"')
    expect(text.split('\r\n')).toHaveLength(3)
  })
})
