import { describe, expect, it } from 'vitest'
import type { PropertyState } from '../../../src/shared/features/property-change/contract.ts'
import { differingFields } from '../../../src/shared/features/property-change/rules.ts'
import { approvedInWords, changedInWords, comparedFields, outcomeInWords, statusFilters } from '../../../src/renderer/features/property-change/changes.ts'

const before: PropertyState = {
  period: '一期',
  zone: '',
  building: '1栋',
  unit: '1单元',
  room: '102',
  areaHundredths: 8_000,
  ownerName: '李四',
  phone: '13900000001',
  idNumber: '',
  estateName: '示范小区',
  activityTitle: '更换电梯',
}
const request = (change: Partial<PropertyState>) => {
  const after = { ...before, ...change }
  return { applicant: '李四', before, after, changedFields: differingFields(before, after) }
}

describe('comparison of a change request', () => {
  it('has applicant, property, area, owner, phone and ID number', () => {
    expect(comparedFields(request({})).map(({ label, before: was }) => [label, was])).toEqual([
      ['申请人', '李四'],
      ['房屋', '示范小区 一期-1栋-1单元-102'],
      ['面积', '80.00㎡'],
      ['产权人', '李四'],
      ['手机号', '13900000001'],
      ['证件号', ''],
    ])
  })

  it.each([
    [{ areaHundredths: 8_001 }, '面积'],
    [{ ownerName: '李四之妻' }, '产权人'],
    [{ phone: '13911110001' }, '手机号'],
    [{ idNumber: '330106198001011234' }, '证件号'],
    [{ ownerName: '王五', phone: '13600000001', idNumber: '1' }, '产权人、手机号、证件号'],
    [{}, '没有改动'],
  ])('says of %j that it changes %s', (change, words) => {
    expect(changedInWords(request(change))).toBe(words)
    expect(
      comparedFields(request(change))
        .filter(({ isChanged }) => isChanged)
        .map(({ label }) => label)
        .join('、') || '没有改动',
    ).toBe(words)
  })

  it('distinguishes phones whose masks are equal', () => {
    const mask = '139****0001'
    const masked = { ...before, phone: mask }
    const phone = comparedFields({ applicant: '李四', before: masked, after: masked, changedFields: ['phone'] }).find(({ kind }) => kind === 'phone')
    expect(phone).toMatchObject({ before: mask, after: mask, isChanged: true })
  })
})

it('filters by all, pending, approved and rejected', () => {
  expect(statusFilters.map(({ label }) => label)).toEqual(['全部', '待审批', '已同意', '已拒绝'])
})

describe('the outcome of an approval', () => {
  const outcome = (activityTitle: string, reason = '') => ({ activityId: activityTitle, activityTitle, isUpdated: reason === '', reason })
  it('names each activity, and why its roster was left unchanged', () => {
    expect(outcomeInWords(outcome('更换电梯'))).toBe('《更换电梯》：票权清册已更新')
    expect(outcomeInWords(outcome('选聘物业', '该票权已标记或已投票，不能调整'))).toBe('《选聘物业》：票权清册未更新，该票权已标记或已投票，不能调整')
  })
  it('says in one sentence what was written and what was not', () => {
    expect(approvedInWords([])).toBe('提交成功，房产信息已更新')
    expect(approvedInWords([outcome('甲'), outcome('乙')])).toBe('提交成功，房产信息和 2 个活动的票权清册已更新')
    expect(approvedInWords([outcome('甲'), outcome('乙', '已投票')])).toBe('提交成功，房产信息已更新，1 个活动的票权清册未更新')
  })
})
