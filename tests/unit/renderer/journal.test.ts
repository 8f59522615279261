import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/shared/contract/index.ts'
import { ownActions, type AuditEntry } from '../../../src/shared/features/audit/contract.ts'
import { comparedFields, contentInWords } from '../../../src/renderer/features/administration/entryFields.ts'
import { actionName, actionNames, journalCsv } from '../../../src/renderer/features/administration/journal.ts'

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

const house = { period: '一期', building: '1栋', unit: '1单元', room: '101' }

describe('the journal on screen and in a file', () => {
  it('names only endpoints that there are, and every other in words too', () => {
    expect(Object.keys(actionNames).filter((name) => !Object.hasOwn(endpoints, name))).toEqual([...ownActions])
    expect(actionName('voting.void')).toBe('作废投票')
    expect(actionName('constructor')).toBe('其他操作')
  })

  it('compares field by field what was and what became, and names in words what is kept as a code', () => {
    const fields = comparedFields({
      action: 'property.update',
      before: { ...house, phone: '13800000001', areaHundredths: 8950, zone: '' },
      after: { ...house, phone: '13800000002', areaHundredths: 8950, zone: '' },
    })
    expect(fields.map(({ label, before, after, isChanged }) => [label, before, after, isChanged])).toEqual([
      ['房屋', '一期-1栋-1单元-101', '一期-1栋-1单元-101', false],
      ['面积(㎡)', '89.50', '89.50', false],
      ['手机号', '13800000001', '13800000002', true],
    ])
    expect(contentInWords({ action: 'account.setRole', before: { role: 'admin' }, after: { role: 'staff' } })).toBe('角色：系统管理员 → 工作人员')
    expect(contentInWords({ action: 'voting.complete', before: null, after: { status: 1, answers: '120', ballotId: 'x' } })).toBe(
      '状态：已投票，投票内容：同意、反对、未选',
    )
    expect(comparedFields({ action: 'x', before: null, after: { unheardOf: 1 } })).toMatchObject([
      { label: '其他（unheardOf）', after: '1', isTechnical: true },
    ])
    expect(comparedFields({ action: 'x', before: null, after: null })).toEqual([])
  })

  it('says of a change what changed, then what it is about, without a whole phone or ID number', () => {
    expect(
      contentInWords({
        action: 'property.update',
        before: { ...house, zone: '', phone: '13800000001', ownerName: '甲' },
        after: { ...house, zone: '', phone: '13900000002', ownerName: '甲' },
      }),
    ).toBe('手机号：138****0001 → 139****0002，房屋：一期-1栋-1单元-101')
    expect(contentInWords({ action: 'estate.update', before: { name: '甲', address: '路1号' }, after: { name: '甲', address: '' } })).toBe(
      '地址：路1号 → （无），名称：甲',
    )
    // What the later side does not speak of has not changed.
    expect(contentInWords({ action: 'activity.update', before: { title: '甲', estateName: '苑' }, after: { title: '乙' } })).toBe('标题：甲 → 乙')
  })

  it('lists the houses of ballots, and looks into a request for what it changes', () => {
    const ballot = (...places: readonly string[]) => ({
      ballotId: places.join(),
      houses: places.map((place) => ({ place, ownerName: '甲', areaHundredths: 8000 })),
    })
    expect(comparedFields({ action: 'ballot.merge', before: [ballot('1-101'), ballot('1-102')], after: [ballot('1-101', '1-102'), ballot()] })).toMatchObject([
      { label: '票权', before: '1-101（甲，80.00㎡）\n1-102（甲，80.00㎡）', after: '1-101（甲，80.00㎡）、1-102（甲，80.00㎡）', isChanged: true },
    ])
    const request = { applicant: '乙', before: { ownerName: '甲' }, after: { ownerName: '乙' }, personPictures: [] }
    expect(comparedFields({ action: 'propertyChange.handIn', before: null, after: request })).toMatchObject([
      { label: '产权人', before: '甲', after: '乙', isChanged: true },
      { label: '申请人', isChanged: false },
    ])
  })

  it('is a file that Excel opens as text: marked as UTF-8, quoted, no formula', () => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(journalCsv([entry]))
    expect(text.startsWith('\ufeff"序号"')).toBe(true)
    expect(text).toContain(`"'=1+1"`)
    expect(text).toContain('"{""状态"":""作\\""废\\""""}"')
    expect(text.split('\r\n')).toHaveLength(3)
  })
})
