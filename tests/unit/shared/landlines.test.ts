import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNoPhone } from '../../../src/shared/owner/identity.ts'
import { holdsMask, maskPhone, maskWritten } from '../../../src/shared/owner/masking.ts'
import { areOwnerPhones, numbersOf } from '../../../src/shared/owner/numbers.ts'
import { hasPhoneEach, hasUnknownOwner, haveSamePhones, phoneNumbers, phonesOf } from '../../../src/shared/owner/owners.ts'
import { searchTerms } from '../../../src/shared/search/condition.ts'

describe('an owner’s phones', () => {
  it.each([
    ['0532-88888888', '0532-88888888'],
    [' 0532－8888 8888 ', '0532-88888888'],
    ['0532—88888888', '0532-88888888'],
    ['（0532）88888888', '0532-88888888'],
    ['0532 88888888', '0532-88888888'],
    ['010-6666 8888转801', '010-66668888-801'],
    ['0532-8888888-12', '0532-8888888-12'],
    ['13800138000＋0532-88888888', '13800138000+0532-88888888'],
    ['13800138000 + 13900139000、0532-88888888', '13800138000+13900139000/0532-88888888'],
    ['+13800138000', '13800138000'],
  ])('may be landlines, several to a slot: %s', (written, stored) => {
    expect(phoneNumbers(written)).toBe(stored)
    expect(areOwnerPhones(stored)).toBe(true)
  })

  it.each([
    '0532-888888',
    '532-88888888',
    '053-2888888-88',
    '0532-88888888-',
    '0532-88888888-8012345',
    '1380013800',
    '138-0013-8000',
    '13800138000+1',
    '0532-88888888x',
  ])('are refused otherwise: %s', (written) => expect(areOwnerPhones(phoneNumbers(written))).toBe(false))

  it('are normalised idempotently, masked or not', () => {
    const number = fc.stringMatching(/^(1\d{10}|0532-\d{8}|010-\d{7}(-\d{1,6})?)$/)
    const field = fc
      .array(
        fc.array(number, { minLength: 1, maxLength: 3 }).map((slot) => slot.join('+')),
        { minLength: 1, maxLength: 3 },
      )
      .map((slots) => slots.join('/'))
    fc.assert(
      fc.property(field, (phones) => {
        expect(phoneNumbers(phones)).toBe(phones)
        const mask = maskPhone(phones)
        expect(phoneNumbers(mask)).toBe(mask)
        for (const one of numbersOf(phones)) if (one !== '11111111111') expect(mask).not.toContain(one)
      }),
    )
  })

  it('are masked one by one, a landline to its last four', () => {
    expect(maskPhone('0532-88887777')).toBe('0532-****7777')
    expect(maskPhone('0532-88887777-801')).toBe('0532-****7777')
    expect(maskPhone('010-8887777+13800138000/11111111111')).toBe('010-****7777+138****8000/11111111111')
    expect(holdsMask(maskPhone('0532-88887777'))).toBe(true)
    expect(maskWritten('0532-88887777 的电话', 'other')).toBe('0532-****7777 的电话')
    expect(maskWritten('0532-88887777+13800138000', 'phone')).toBe('0532-****7777+138****8000')
    expect(maskWritten('一期-3栋-1单元-1201', 'other')).toBe('一期-3栋-1单元-1201')
  })

  it('are counted by slots: a lone owner has all, two owners need a slot each', () => {
    expect(hasPhoneEach('张三', '13800138000/0532-88888888')).toBe(true)
    expect(hasPhoneEach('张三/李四', '13800138000+0532-88888888')).toBe(false)
    expect(hasPhoneEach('张三/李四', '13800138000+0532-88888888/11111111111')).toBe(true)
    expect(phonesOf('11111111111+0532-88888888/0000-0000000')).toEqual(['0532-88888888'])
    expect([isNoPhone('0532-88888888'), isNoPhone('0000-00000000')]).toEqual([false, true])
    expect(hasUnknownOwner({ ownerName: '张三', phone: '11111111111+0532-88888888', idNumber: '' })).toBe(false)
    expect(hasUnknownOwner({ ownerName: '张三/李四', phone: '0532-88888888/11111111111', idNumber: '' })).toBe(true)
  })

  it.each([
    ['张三', '13800138000', '张三', '13800138000', true],
    ['张三', '13800138000+0532-88888888', '张三', '0532-88888888', true],
    ['张三', '13800138000/13900139000', '张三', '13900139000', true],
    ['张三', '13800138000', '张三', '13900139000', false],
    ['张三', '13800138000', '李四', '13800138000', false],
    ['张三', '11111111111', '张三', '11111111111', true],
    ['张三', '11111111111+13800138000', '张三', '11111111111+13900139000', false],
    ['张三', '', '张三', '', true],
    ['张三', '', '张三', '13800138000', false],
    ['张三/李四', '13800138000/13900139000', '李四/张三', '13900139000+1/13800138000', true],
    ['张三/李四', '13800138000/13900139000', '张三/李四', '13900139000/13800138000', false],
    ['张三/李四', '13800138000/13900139000', '张三/李四', '13800138000/13700137000', false],
    ['张三/李四', '13800138000/13900139000/13700137000', '张三/李四', '13700137000/13800138000', true],
  ])('match if one number matches: %s %s and %s %s: %s', (ownerName, phone, otherName, otherPhone, agree) => {
    const [one, other] = [
      { ownerName, phone },
      { ownerName: otherName, phone: otherPhone },
    ]
    expect(haveSamePhones(one, other)).toBe(agree)
    expect(haveSamePhones(other, one)).toBe(agree)
  })

  it('are searched as numbers, not as places', () => {
    expect(searchTerms('0532-88888888')).toMatchObject([{ kind: 'digits', text: '0532-88888888' }])
    expect(searchTerms('3-1-1201')).toMatchObject([{ kind: 'path' }])
  })
})
