import { describe, expect, it } from 'vitest'
import { PropertyChange, PropertyDraft, type Property } from '#shared/features/property/contract.ts'
import {
  changeOf,
  countFault,
  draftOf,
  partFault,
  phoneFault,
  typedArea,
  typedAreaFault,
  valuesOf,
} from '../../../src/renderer/features/property/parts/propertyForm/propertyForm.ts'

const property: Property = {
  id: 'p1',
  estateId: 'e1',
  period: '一期',
  zone: '',
  building: '3栋',
  unit: '1单元',
  floor: '12',
  room: '1201',
  areaHundredths: 8_950,
  category: 1,
  areaSource: 0,
  occupancy: 0,
  remark: '',
  ownerName: '张三/李四',
  phone: '13800138000/13900139000',
  idNumber: '',
  version: '2026-05-01 09:00:00',
}

describe('a typed area', () => {
  it.each([
    ['89.5', 8_950],
    ['89.50', 8_950],
    [' 89.5㎡ ', 8_950],
    ['８９．５', 8_950],
    ['0.01', 1],
    ['99999.99', 9_999_999],
  ])('%s is read exactly', (typed, hundredths) => {
    expect(typedArea(typed)).toBe(hundredths)
    expect(typedAreaFault(typed)).toBeNull()
  })

  it.each(['0', '-1', '89.123', 'abc', '1e3', '1,000', 'NaN', 'Infinity'])('%s is refused', (typed) => {
    expect(typedAreaFault(typed)).toBe('面积必须是大于0的数字，最多两位小数')
  })

  it('has the contract’s limit', () => {
    expect(typedAreaFault('100000')).toBe('面积不能大于99999.99')
  })

  it('an empty area is left to the required rule', () => {
    expect(typedAreaFault('  ')).toBeNull()
    expect(typedAreaFault(undefined)).toBeNull()
  })
})

describe('typed phones', () => {
  it.each(['13800138000', '13800138000/13900139000', '13800138000、13900139000', '11111111111', '１３８００１３８０００'])('%s pass', (typed) => {
    expect(phoneFault(typed)).toBeNull()
  })

  it.each(['1380013800', '138001380001', '0571-8888', '13800138000/12'])('%s are refused', (typed) => {
    expect(phoneFault(typed)).toBe('手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111')
  })
})

describe('phones and ID numbers of owners', () => {
  it('have one per owner with any separator; there may be more phones', () => {
    expect(countFault('phone', '张三/李四', '13800138000、13900139000')).toBeNull()
    expect(countFault('phone', '张三/李四', '13800138000')).toBe('产权人、手机号、证件号的个数不一致，多个之间用 / 分隔')
    expect(countFault('phone', '张三', '13800138000、13900139000')).toBeNull()
    expect(countFault('idNumber', '张三', '110／120')).toContain('个数不一致')
  })

  it('are not counted while empty', () => {
    expect(countFault('phone', undefined, '13800138000')).toBeNull()
    expect(countFault('idNumber', '张三/李四', '')).toBeNull()
  })
})

describe('a typed place', () => {
  it('is normalised as stored, however it was typed', () => {
    const draft = draftOf({ ...valuesOf(property), building: '３ 栋', room: '12\u200b01', ownerName: '张　三', phone: '138 0013 8000', idNumber: '1x' }, 'e1')
    expect(draft).toMatchObject({ building: '3栋', room: '1201', ownerName: '张三', phone: '13800138000', idNumber: '1X' })
    expect(changeOf({ ...valuesOf(property), building: ' ３栋', room: '１２０１' }, property)).toEqual({ id: 'p1', version: property.version, room: '1201' })
  })

  it('contains no character that separates path parts', () => {
    expect(partFault('楼栋', '3▶1')).toBe('楼栋不能包含▶')
    expect(partFault('楼栋', undefined)).toBeNull()
  })
})

describe('the property form’s request', () => {
  it('is a valid draft with one separator between owners', () => {
    const draft = draftOf({ ...valuesOf(property), ownerName: '张三、李四', phone: '13800138000，13900139000' }, 'e1')
    expect(draft.ownerName).toBe('张三/李四')
    expect(PropertyDraft.decode(PropertyDraft.encode(draft))).toEqual(draft)
  })

  it('is a valid draft with untouched optional fields', () => {
    const draft = draftOf({ period: '一期', building: '3栋', room: '1201', area: '89.5', ownerName: '张三', phone: '11111111111' }, 'e1')
    expect(draft).toMatchObject({ zone: '', unit: '', floor: '', idNumber: '', areaHundredths: 8_950 })
  })

  it('is only the room for an unchanged edit', () => {
    expect(changeOf(valuesOf(property), property)).toEqual({ id: 'p1', version: property.version, room: '1201' })
  })

  it('has only changed fields, so that another desk’s changes stay', () => {
    const change = changeOf({ ...valuesOf(property), room: '1301', phone: '13800138001/13900139000', area: '90' }, property)
    expect(change).toEqual({ id: 'p1', version: property.version, room: '1301', phone: '13800138001/13900139000', areaHundredths: 9_000 })
    expect(PropertyChange.decode(PropertyChange.encode(change))).toEqual(change)
  })

  it('sends category and a cleared area source only if changed', () => {
    const known: Property = { ...property, category: 2, areaSource: 1 }
    const change = changeOf({ ...valuesOf(known), category: 3, areaSource: 0 }, known)
    expect(change).toEqual({ id: 'p1', version: property.version, room: '1201', category: 3, areaSource: 0 })
    expect(PropertyChange.decode(PropertyChange.encode(change))).toEqual(change)
  })

  it('clears an optional field, and keeps a required one that was emptied', () => {
    const change = changeOf({ ...valuesOf(property), unit: '', floor: ' ', period: ' ', area: '', phone: '' }, property)
    expect(change).toEqual({ id: 'p1', version: property.version, room: '1201', unit: '', floor: '' })
  })
})
