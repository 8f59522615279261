import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskIdNumber, maskOf, maskPhone, maskWritten } from '../../../src/shared/owner/masking.ts'
import { personalKindOf } from '../../../src/shared/contract/personal.ts'
import { propertyShown } from '../../../src/shared/features/property/fields.ts'
import { copiedFieldNames, copiedRecord, propertyFieldNames, propertyRecord } from '../../../src/shared/records/property.ts'
import { rosterPropertyColumns } from '../../../src/server/features/ballot/tables.ts'
import { searchText, searchWords } from '../../../src/shared/text/normalise.ts'
import { areOwnerPhones, checkDigitOf, hasWrongCheckDigit, NO_PHONE } from '../../../src/shared/owner/numbers.ts'
import { compareNaturally, naturalKey } from '../../../src/shared/text/naturalOrder.ts'
import { createPlaceKeys, floorOfRoom, pathDepth, placeInWords, placeKey, unitPath } from '../../../src/shared/place/place.ts'
import { pathInWords, shownPath } from '../../../src/shared/place/placeText.ts'
import { haveSameNames, haveSamePhones, isOneEach, joinMany, namesKey, ownerKey, splitMany } from '../../../src/shared/owner/owners.ts'

const place = { period: '一期', zone: '', building: '3栋', unit: '1单元', room: '1201' }

describe('fields of a property', () => {
  it.each(propertyFieldNames)('are masked in answers by their kind: %s', (name) => {
    const { kind } = propertyRecord[name]
    expect(personalKindOf(propertyShown[name][1])).toBe(Object.hasOwn(maskOf, kind) ? kind : null)
  })

  it.each(copiedFieldNames)('are erased of rosters by their kind: %s', (name) => {
    const { kind, column } = copiedRecord[name]
    expect(rosterPropertyColumns[column].kind).toBe(kind)
  })

  it('fields for the door are not copied to rosters', () => {
    expect(Object.keys(rosterPropertyColumns).filter((column) => column === 'occupancy' || column === 'remark')).toEqual([])
  })
})

describe('places', () => {
  it('are shown without empty parts, which the path keeps', () => {
    expect(placeInWords(place)).toBe('一期-3栋-1单元-1201')
    expect(unitPath(place)).toBe('一期▶▶3栋▶1单元')
    expect(['一期', '一期▶▶3栋', '一期▶▶3栋▶1单元'].map(pathDepth)).toEqual([0, 2, 3])
  })

  it('have paths shown with - and chosen with ▶, without empty levels', () => {
    expect(['', '一期', '一期▶▶3栋', '一期▶▶3栋▶1单元'].map(pathInWords)).toEqual(['', '一期', '一期-3栋', '一期-3栋-1单元'])
    expect(['', '一期', '一期▶▶3栋', '一期▶▶3栋▶1单元'].map(shownPath)).toEqual(['', '一期', '一期▶3栋', '一期▶3栋▶1单元'])
  })

  it('sort naturally, Arabic and Chinese numerals alike', () => {
    const read = ['1栋', '2栋', '10栋', '11栋', '100栋']
    expect(read.toReversed().toSorted(compareNaturally)).toEqual(read)
    const periods = ['一期', '二期', '三期', '九期', '十期', '十一期', '二十期', '二十一期']
    expect(periods.toReversed().toSorted(compareNaturally)).toEqual(periods)
    const buildings = ['一栋', '二栋', '十栋', '九十九栋', '一百栋', '一百零一栋', '一百一十栋', '一百一十一栋', '二百栋', '一千零一栋']
    expect(buildings.toReversed().toSorted(compareNaturally)).toEqual(buildings)
    expect(['一百零一', '一百一', '一百二十', '一千零二十', '百'].map(naturalKey)).toEqual(['101', '110', '120', '1020', '百'].map(naturalKey))
    expect(['B栋', 'A2栋', 'a10栋', 'A1栋'].toSorted(compareNaturally)).toEqual(['A1栋', 'A2栋', 'a10栋', 'B栋'])
  })

  it('have sort keys with a total order', () => {
    const names = fc.stringMatching(/^[1-9一二三十A-C]{0,3}(栋|期|单元)?$/)
    fc.assert(
      fc.property(names, names, names, (a, b, c) => {
        const [ab, bc, ac] = [compareNaturally(a, b), compareNaturally(b, c), compareNaturally(a, c)]
        expect(compareNaturally(b, a)).toBe(ab === 0 ? 0 : -ab)
        if (ab <= 0 && bc <= 0) expect(ac).toBeLessThanOrEqual(0)
      }),
    )
    expect(naturalKey('007栋')).toBe(naturalKey('7栋'))
  })

  it.each([
    ['1201', '12'],
    ['302', '3'],
    ['101', '1'],
    ['2-1102', '11'],
    ['1201室', '12'],
    ['12', ''],
    ['商铺', ''],
    ['', ''],
    ['B105', '1'],
    ['B1-023', ''],
    ['001', ''],
  ])('give the floor of %s', (room, floor) => expect(floorOfRoom(room)).toBe(floor))
})

describe('abbreviating a cell’s content', () => {
  it.each([
    ['phone', '13800138000', '138****8000'],
    ['phone', '1380013800', '138****3800（10位）'],
    ['phone', '138 0013 80001', '138****0001（12位）'],
    ['phone', '13800138000/139-0013-9000', '138****8000/139****9000'],
    ['phone', '1234567', '12***67（7位）'],
    ['phone', '电话无', '电话无'],
    ['phone', '1.38E+10', '1.38E+10'],
    ['idNumber', '11010119620315001', '110**********5001（17位）'],
    ['idNumber', '11010119620315001x', '110***********001x'],
    ['other', '张三13800138000', '张三138****8000'],
    ['other', '110101196203150012', '110***********0012'],
    ['other', '2026-05-01 09:30', '2026-05-01 09:30'],
    ['other', '1201', '1201'],
  ] as const)('as a %s, %s is shown as %s', (kind, written, shown) => expect(maskWritten(written, kind)).toBe(shown))
})

describe('owners', () => {
  it('are separated by / whatever separated them', () => {
    expect(joinMany('张三、李四，王五；赵六／钱七\n孙八')).toBe('张三/李四/王五/赵六/钱七/孙八')
    expect(joinMany('阿依古丽·买买提')).toBe('阿依古丽·买买提')
    expect(splitMany(' 张三 / /李四')).toEqual(['张三', '李四'])
  })

  it('are one right only with the same name and ID number', () => {
    expect(ownerKey('张三', '1')).toBe(ownerKey('张三', '1'))
    expect(ownerKey('张三', '1')).not.toBe(ownerKey('张三', '2'))
    expect(ownerKey('张三', '')).toBeNull()
    expect(ownerKey('张三/', ' 1')).toBe(ownerKey('张三', '1'))
    expect(ownerKey('张', '三1')).not.toBe(ownerKey('张三', '1'))
  })

  it('are equal in any order, each with their own ID number', () => {
    expect(ownerKey('张三/李四', '1/2')).toBe(ownerKey('李四/张三', '2/1'))
    expect(ownerKey('张三/李四', '1/2')).not.toBe(ownerKey('张三/李四', '2/1'))
    expect(ownerKey('张三/李四', '1/2')).not.toBe(ownerKey('张三', '1'))
    expect(namesKey('李四/张三')).toBe(namesKey('张三/李四'))
    expect(haveSameNames('张三/李四', '李四/张三')).toBe(true)
    expect(haveSameNames('张三/李四', '张三')).toBe(false)
    expect(haveSamePhones({ ownerName: '张三/李四', phone: '1/2' }, { ownerName: '李四/张三', phone: '2/1' })).toBe(true)
    expect(haveSamePhones({ ownerName: '张三/李四', phone: '1/2' }, { ownerName: '李四/张三', phone: '1/2' })).toBe(false)
    expect(haveSamePhones({ ownerName: '张三', phone: '1/2' }, { ownerName: '张三', phone: '2/1' })).toBe(true)
    expect(haveSamePhones({ ownerName: '张三', phone: '1/2' }, { ownerName: '张三', phone: '1' })).toBe(false)
  })

  it('are masked one by one; the placeholder phone stays', () => {
    expect(maskPhone('13800138000/11111111111')).toBe('138****8000/11111111111')
    expect(maskIdNumber('110101199001011234')).toBe('110***********1234')
    expect([maskPhone(''), maskPhone('123')]).toEqual(['', '***'])
    // A passport's, the shortest of an old resident's card, and numbers so short that their ends would be all of them.
    expect(['E12345678', '12345678901234', '110101900101123', '1234567', '12345', '1234', '11111111111'].map(maskIdNumber)).toEqual([
      'E1*****78',
      '12**********34',
      '110********1123',
      '12***67',
      '12*45',
      '****',
      '11111111111',
    ])
  })

  it('get a warning for a wrong check digit only', () => {
    expect(hasWrongCheckDigit('11010519491231002X')).toBe(false)
    expect(hasWrongCheckDigit('11010519491231002x')).toBe(false)
    expect(hasWrongCheckDigit('110105194912310021')).toBe(true)
    for (const other of ['', '123', 'E12345678', '110105491231002']) expect(hasWrongCheckDigit(other)).toBe(false)
  })

  it('have the check digit of their first 17 digits', () => {
    expect(['11010519491231002', '110105194912310021', '44052418800101001'].map(checkDigitOf)).toEqual(['X', 'X', '4'])
  })
})

describe('fields with several values', () => {
  it('have one per owner and phone, whatever blanks and empty parts are between', () => {
    for (const phones of ['1/2', ' 1 / 2 ', '1//2/']) expect(isOneEach('张三/李四', phones)).toBe(true)
    for (const phones of ['', '1', '1/2/3']) expect(isOneEach('张三/李四', phones)).toBe(false)
    expect(isOneEach('张三', '1')).toBe(true)
    expect(isOneEach('张三', '')).toBe(false)
  })

  it('have owners’ phones if each is one', () => {
    for (const phones of ['', '13800138000', `13800138000 / ${NO_PHONE}`]) expect(areOwnerPhones(phones)).toBe(true)
    for (const phones of ['1380013800', '13800138000/1', '13800138000/1380013800x']) expect(areOwnerPhones(phones)).toBe(false)
  })
})

it('a search never matches across two fields, and ignores case', () => {
  const text = searchText(['AbC', 'dEf'])
  expect(searchWords('  BC ').every((word) => text.includes(word))).toBe(true)
  expect(searchWords('cd').every((word) => text.includes(word))).toBe(false)
})

it('keys of places made in sequence equal those made separately', () => {
  const part = fc.constantFrom('', '1', '一期', '2栋', '10栋', '东区')
  const places = fc.array(fc.record({ period: part, zone: part, building: part, unit: part, room: fc.constantFrom('101', '1-2', '') }))
  fc.assert(
    fc.property(places, (all) => {
      expect(all.map(createPlaceKeys())).toEqual(all.map(placeKey))
    }),
  )
})
