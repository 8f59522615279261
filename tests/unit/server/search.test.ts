import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadInitials } from '../../../src/server/kernel/pinyin.ts'
import { collectProperties, type PropertyRow } from '../../../src/server/search/properties.ts'
import type { NumberMatch } from '../../../src/server/search/numberMatch.ts'
import { createRanking, NOT_FOUND, rankedTerms, Tier } from '../../../src/server/search/rank.ts'
import { searchTerms } from '../../../src/shared/search/condition.ts'
import { folded } from '../../../src/shared/text/folded.ts'
import { plainTier } from '../../support/plainSearch.ts'

const initialsOf = await loadInitials()
const place = { period: '一期', zone: '', building: '3栋', unit: '1单元' }
const property = (room: string, ownerName = '张三', phone = '13800138000', idNumber = ''): PropertyRow => ({
  ...place,
  key: 1,
  room,
  ownerName,
  phone,
  idNumber,
})

/** The tier of each property in order; null if not found. */
function tiers(condition: string, rows: readonly Omit<PropertyRow, 'key'>[], location = '', match: NumberMatch = 'part'): (number | null)[] {
  const collected = collectProperties()
  collected.add(rows.map((row, key) => ({ ...row, key })))
  const { units, isPart } = collected.done()
  const rankingIn = createRanking(rankedTerms(searchTerms(condition), searchTerms(location), isPart, match), initialsOf)
  const found = new Map(units.flatMap((unit) => unit.properties.map((each) => [each.key, rankingIn(unit)(each)] as const)))
  return rows.map((_, key) => (found.get(key) === NOT_FOUND ? null : (found.get(key) ?? null)))
}

describe('initials', () => {
  it.each([
    ['张三', 'zs'],
    ['单雄信', 'sxx'],
    ['曾国藩', 'zgf'],
    ['解小东', 'xxd'],
    ['仇英', 'qy'],
    ['区小明', 'oxm'],
    ['查良镛', 'zly'],
    ['朴树', 'ps'],
    ['任我行', 'rwx'],
    ['尉迟恭', 'ycg'],
    ['欧阳锋', 'oyf'],
    ['张三/单雄信', 'zs/sxx'],
    ['王Alan', 'walan'],
    ['', ''],
  ])('of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

  it('have one character per character of the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(Array.from(initialsOf(name))).toHaveLength(Array.from(name).length)
      }),
      { examples: [['İ']] },
    )
  })
})

describe('search results', () => {
  const properties = [property('1201'), property('1202', '李四/张三丰', '13912010000'), property('112', '王五', '13500001201', '11010119900101123X')]
  it.each([
    ['1201', [Tier.exactRoom, Tier.number, Tier.number]],
    ['3栋 1201', [Tier.exactRoom, null, null]],
    ['13栋 1201', [null, null, null]],
    ['栋 1201', [Tier.room, null, null]],
    ['12', [Tier.place, Tier.place, Tier.place]],
    ['张三', [Tier.wholeName, Tier.name, null]],
    ['李四 1202', [null, Tier.exactRoom, null]],
    ['李四', [null, Tier.wholeName, null]],
    ['zs', [Tier.wholeInitials, Tier.name, null]],
    ['zsf', [null, Tier.wholeInitials, null]],
    ['13500001201', [null, null, Tier.wholeNumber]],
    ['3栋 13500001201', [null, null, Tier.wholeNumber]],
    ['1350000', [null, null, Tier.number]],
    ['350', [null, null, null]],
    ['王五 3500', [null, null, Tier.number]],
    ['王五 3栋 3500', [null, null, null]],
    ['11010119900101123x', [null, null, Tier.wholeNumber]],
    ['123x', [null, null, Tier.number]],
    ['2期', [null, null, null]],
    ['1期', [Tier.place, Tier.place, Tier.place]],
  ])('have the right tiers for %s', (condition, expected) => expect(tiers(condition, properties)).toEqual(expected))

  it('include 3栋 in 13栋, but after exact matches', () => {
    expect(tiers('3栋 1201', [{ ...property('1201'), building: '13栋' }])).toEqual([Tier.room])
  })

  it('match any notation of building and room in the registry', () => {
    for (const building of ['3', '3幢', '3号楼', '三栋']) expect(tiers('3栋1201', [{ ...property('1201室'), building }]), building).toEqual([Tier.exactRoom])
    expect(tiers('1201室', [property('1201')])).toEqual([Tier.exactRoom])
    expect(tiers('3-1', [property('3-1')])).toEqual([Tier.exactRoom])
    expect(tiers('passe1234567', [property('1', '张三', '13800138000', 'PASSE1234567')])).toEqual([Tier.wholeNumber])
  })

  it('contain every searched word, and only such properties (independent oracle)', () => {
    const pieces = ['1201', '12', '3', '101', '1', '3栋', '一期', '1单元', '张', '张三', '李四', '丰', '8000', '13800138000', '123x', '138']
    const anyProperty = fc.record({
      room: fc.constantFrom('1201', '101', '1202', '3', '12'),
      ownerName: fc.constantFrom('张三', '李四', '张三丰', '李四/张三'),
      phone: fc.constantFrom('13800138000', '13912010000', '13500001201'),
      idNumber: fc.constantFrom('', '11010119900101123X'),
    })
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }),
        fc.array(anyProperty, { minLength: 1, maxLength: 6 }),
        (words, some) => {
          const all = some.map((each) => ({ ...place, key: 1, ...each }))
          const parts = new Set(['一期', '3栋', '1单元', ...all.map(({ room }) => room)])
          const isOfPlace = (word: string) => /[期栋]|单元/.test(word) || parts.has(word)
          const holds = (each: PropertyRow, word: string, index: number): boolean => {
            if (['一期', '3栋', '1单元', each.room, each.ownerName].some((text) => text.includes(word))) return true
            const isNumber = /^\d+x?$/.test(word) && word.length >= 4
            const mayBe = word.length >= 11 || !words.some((other, at) => at !== index && isOfPlace(other))
            return isNumber && mayBe && [each.phone, each.idNumber.toLowerCase()].some((text) => text.includes(word))
          }
          const expected = all.map((each) => words.every((word, index) => holds(each, word, index)))
          expect(tiers(words.join(' '), all).map((tier) => tier !== null)).toEqual(expected)
        },
      ),
    )
  })
})

describe('searching many units', () => {
  const places = [
    { period: '一期', zone: '', building: '3栋', unit: '1单元' },
    { period: '一期', zone: '', building: '3栋', unit: '2单元' },
    { period: '一期', zone: '东区', building: '13', unit: '1' },
    { period: '2', zone: '', building: '三号楼', unit: '' },
    { period: '二期', zone: 'A区', building: 'B座', unit: '1单元' },
  ]
  const rooms = ['101', '0101', '1201', '1201室', '12A01', '3-1', '1', '1栋']
  const owners = ['张三', '张三丰', '李四/张三', '单雄信', 'Alan Wu', '王一2', '欧阳锋/王五']
  const phones = ['13800138000', '13912010000/13800138000', '11111111111', '13500001201']
  const ids = ['', '11010119900101123X', '110101199001011237/', 'E12345678', 'X1234567X', '粤A1201']
  const anyUnit = fc.record({
    at: fc.constantFrom(...places),
    properties: fc.array(
      fc.record({
        room: fc.constantFrom(...rooms),
        ownerName: fc.constantFrom(...owners),
        phone: fc.constantFrom(...phones),
        idNumber: fc.constantFrom(...ids),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  /** Complete values, substrings, places in every notation, single characters. */
  const wholes = [
    ...rooms,
    ...owners,
    ...phones,
    ...ids.filter((id) => id !== ''),
    ...places.flatMap((each) => Object.values(each).filter((part) => part !== '')),
  ]
  const within = fc.tuple(fc.constantFrom(...wholes), fc.nat(17), fc.integer({ min: 1, max: 8 })).map(([text, from, length]) => text.substr(from, length))
  const ways = [
    '3-1-1201',
    '3栋1201',
    '3栋1单元101',
    '一期-3栋-2单元-1',
    '13-1-3-1',
    '-101',
    '--',
    '/',
    '1-',
    '13栋1201室',
    '2-3-101',
    'zs',
    'wu',
    'oyf',
    'sxx',
    '123x',
    '栋',
  ]
  const word = fc.oneof(fc.constantFrom(...wholes), within, fc.constantFrom(...ways))
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '))

  it('finds each property as if searched alone (plain reference)', () => {
    fc.assert(
      fc.property(
        fc.array(anyUnit, { minLength: 1, maxLength: 5 }),
        words,
        fc.oneof(fc.constant(''), words),
        fc.constantFrom<NumberMatch>('part', 'whole', 'last'),
        (units, condition, location, match) => {
          const rows = units.flatMap(({ at, properties }) => properties.map((each) => ({ ...at, ...each })))
          const parts = new Set(rows.flatMap((row) => [row.period, row.zone, row.building, row.unit, row.room].map(folded)))
          const terms = rankedTerms(searchTerms(condition), searchTerms(location), (text) => parts.has(text), match)
          fc.pre(terms.length > 0)
          expect(tiers(condition, rows, location, match)).toEqual(rows.map((row) => plainTier(row, terms, initialsOf)))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
