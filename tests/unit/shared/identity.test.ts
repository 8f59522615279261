import { describe, expect, it } from 'vitest'
import { comparedId, isNoPhone } from '../../../src/shared/owner/identity.ts'
import { maskIdNumber } from '../../../src/shared/owner/masking.ts'
import { hasIdNumber, hasUnknownOwner, idNumbersAfter, idNumbers, idNumbersKey, ownerKey } from '../../../src/shared/owner/owners.ts'

const [ZHANG, LI] = ['110101196203150012', '110101197001010023']

describe('an identity number', () => {
  it.each([
    '',
    '无',
    '-',
    '—',
    '/',
    '不详',
    '暂无',
    '没有',
    'N/A',
    '0',
    '００',
    '000000',
    '1111',
    '11111111111',
    '111111111111111111',
    '身份证：无',
    '（）',
    '(0)',
    '0.0',
    '无0',
    'ID0',
    "'",
  ])('is not recognised in %j', (text) => expect(comparedId(text)).toBe(''))

  it.each([
    ['H00000001(01)', 'H0000000101'],
    ['H00000001（01）', 'H0000000101'],
    ['h00000001 01', 'H0000000101'],
    ['H00000001-01', 'H0000000101'],
    ['H00000001–01', 'H0000000101'],
    ["'11010119620315001x", '11010119620315001X'],
    ['’110101196203150012', ZHANG],
    ['身份证:110101196203150012', ZHANG],
    ['身份证号码：110101196203150012', ZHANG],
    ['身份证号110101196203150012', ZHANG],
    ["'证件号: 110101196203150012", ZHANG],
    ['ID: 110101196203150012', ZHANG],
    ['护照E12345678', 'E12345678'],
    ['军官证:政字第0012号', '政字第0012号'],
    ['E12345678', 'E12345678'],
    ['1', '1'],
    ['港澳通行证 H0000000101', 'H0000000101'],
    ['证号H0000000101', 'H0000000101'],
    ['SFZ：110101196203150012', ZHANG],
    ['No.110101196203150012', ZHANG],
    ['“E12345678”', 'E12345678'],
  ])('%j is compared as %j', (text, compared) => expect(comparedId(text)).toBe(compared))

  it('is valid if masked', () => expect(comparedId(maskIdNumber('A123'))).not.toBe(''))

  it('is not masked if it is none', () => expect(maskIdNumber(`无/0/(0)/${ZHANG}`)).toBe('无/0/(0)/110***********0012'))

  it('is stored without apostrophe and label; an invalid one stays as typed', () => {
    expect(idNumbers("'110101196203150012、身份证：110101197001010023")).toBe(`${ZHANG}/${LI}`)
    expect(idNumbers('H00000001（01）')).toBe('H00000001(01)')
    for (const none of ['无', '-', '/', '不详', '暂无', '0', '000000']) expect(idNumbers(` ${none}`)).toBe(none)
    expect(idNumbers('//')).toBe('')
  })
})

describe('the owner key of a property', () => {
  it('compares names and numbers in any order and notation', () => {
    expect(ownerKey('陈大文', 'H00000001(01)')).toBe(ownerKey('陈大文', 'H0000000101'))
    expect(ownerKey('张三/陈大文', `${ZHANG}/h00000001-01`)).toBe(ownerKey('陈大文/张三', `H0000000101/${ZHANG}`))
    expect(ownerKey('张三', ZHANG)).not.toBe(ownerKey('张三丰', ZHANG))
    expect(ownerKey('张三/李四', `${ZHANG}/${LI}`)).not.toBe(ownerKey('张三/李四', `${LI}/${ZHANG}`))
  })

  it('is unique if none of its owners has a number', () => {
    for (const none of ['', '无', '0', '111111']) expect(ownerKey('张三', none)).toBeNull()
    expect(ownerKey('张三/李四', '无/-')).toBeNull()
    expect(ownerKey('张三/李四', `${ZHANG}/无`)).toBe(ownerKey('李四/张三', `0/${ZHANG}`))
    expect(ownerKey('张三/李四', `${ZHANG}/无`)).not.toBe(ownerKey('张三', ZHANG))
  })

  it('recognises owners with neither number nor phone', () => {
    const [known, unknown] = [
      { ownerName: '张三', phone: '13800000001', idNumber: '无' },
      { ownerName: '张三', phone: '11111111111', idNumber: '0' },
    ]
    expect([hasUnknownOwner(known), hasUnknownOwner(unknown)]).toEqual([false, true])
    expect(hasUnknownOwner({ ownerName: '张三/李四', phone: '11111111111/22222222222', idNumber: `${ZHANG}/-` })).toBe(true)
    expect([hasIdNumber('无/0'), hasIdNumber(`无/${ZHANG}`)]).toEqual([false, true])
    expect([isNoPhone('22222222222'), isNoPhone(''), isNoPhone('13800138000')]).toEqual([true, true, false])
  })

  it('compares the numbers alone as a set', () => {
    expect(idNumbersKey('无')).toBe(idNumbersKey(''))
    expect(idNumbersKey(`H00000001(01)/${ZHANG}`)).toBe(idNumbersKey(`${ZHANG}/H0000000101`))
  })
})

describe('ID numbers of owners imported without that column', () => {
  const before = { ownerName: '张三/李四', idNumber: `${ZHANG}/${LI}` }
  it.each([
    ['张三/李四', `${ZHANG}/${LI}`],
    ['李四/张三', `${LI}/${ZHANG}`],
    ['李四', LI],
    ['王五/李四', `无/${LI}`],
    ['王五/李四/张三', `无/${LI}/${ZHANG}`],
    ['张三/张三', `${ZHANG}/无`],
    ['王五/赵六', `${ZHANG}/${LI}`],
    ['王五', ''],
  ])('follow the names: %s', (ownerName, idNumber) => expect(idNumbersAfter(before, ownerName)).toBe(idNumber))
})
