import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoProperties } from '../../../build/scripts/demo-properties.mjs'
import { placeInWords } from '../../../src/shared/place/place.ts'
import { searchTerms } from '../../../src/shared/search/condition.ts'
import { nameMarks, numberMarks, placeMarks, writtenPlaceMarks, type MarkedRange } from '../../../src/shared/search/marks.ts'
import { namesPart, nameParts, nameUsualParts, placeParts, placeToken } from '../../../src/shared/search/places.ts'
import { folded } from '../../../src/shared/text/folded.ts'

const kinds = (condition: string) => searchTerms(condition).map(({ kind, text }) => `${kind} ${text}`)

describe('a search condition', () => {
  it.each([
    ['2栋 1单元 102', ['place 2栋', 'place 1单元', 'digits 102']],
    ['３栋１２０１', ['place 3栋1201']],
    ['3-1-1201', ['path 3-1-1201']],
    ['3—1—1201', ['path 3-1-1201']],
    ['3-', ['digits 3']],
    ['-101', ['digits 101']],
    ['3栋 -101-', ['place 3栋', 'digits 101']],
    ['3栋 - 101', ['place 3栋', 'digits 101']],
    ['-', []],
    [' —— ', []],
    ['3 栋 1201', ['place 3栋', 'digits 1201']],
    ['张　三', ['plain 张', 'plain 三']],
    ['张三/李四、王五', ['plain 张三', 'plain 李四', 'plain 王五']],
    ['ZS', ['letters zs']],
    ['12A01', ['plain 12a01']],
    ['11010119900101123X', ['digits 11010119900101123x']],
    ['138 0013 8000', ['digits 13800138000']],
    ['+86 138-0013-8000', ['digits 13800138000']],
    ['一期▶▶3栋▶1单元', ['place 一期', 'place 3栋', 'place 1单元']],
    ['12\u200b01', ['digits 1201']],
    ['cafe\u0301', ['plain café']],
    ['  ', []],
    ['/', ['plain /']],
  ])('%j is %j', (condition, expected) => expect(kinds(condition)).toEqual(expected))

  it('is idempotent under folding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(folded(folded(text))).toBe(folded(text))
      }),
    )
  })
})

describe('searching for a place', () => {
  const parts = placeParts({ period: '一期', zone: '', building: '3栋', unit: '2单元' }, folded)
  const named = (...words: string[]) => [nameParts(words.map(placeToken), parts), nameUsualParts(words.map(placeToken), parts)]

  it('matches a part by its text, or by its number with the same suffix or none', () => {
    const building = parts[1]
    if (!building) throw new Error('no building')
    for (const word of ['3栋', '3', '三栋', '3幢', '3号楼', '03栋', '第3栋']) expect(namesPart(placeToken(word), building), word).toBe(true)
    for (const word of ['3单元', '3期', '13栋', '栋']) expect(namesPart(placeToken(word), building), word).toBe(false)
  })

  it('reads numbers in order: one is the building, several end with the unit', () => {
    expect(named('3')).toEqual([true, true])
    expect(named('3', '2')).toEqual([true, true])
    expect(named('1', '3', '2')).toEqual([true, true])
    expect(named('1', '3')).toEqual([true, false])
    expect(named('2')).toEqual([true, false])
    expect(named('2', '3')).toEqual([false, false])
    expect(named('2单元', '3')).toEqual([true, true])
    expect(named('1期', '3栋', '2')).toEqual([true, true])
    expect(named()).toEqual([true, true])
  })
})

/** The text with highlighted parts in brackets. */
function bracketed(text: string, ranges: readonly MarkedRange[]): string {
  return ranges.toReversed().reduce((so, [from, to]) => `${so.slice(0, from)}[${so.slice(from, to)}]${so.slice(to)}`, text)
}

describe('highlighting matches', () => {
  const place = '一期-3栋-1单元-1201'
  it.each([
    ['3-1-1201', '一期-[3]栋-[1]单元-[1201]'],
    ['3栋1201', '一期-[3栋]-1单元-[1201]'],
    ['3栋 12', '一期-[3栋]-1单元-[12]01'],
    ['1期 3幢', '[一期]-[3栋]-1单元-1201'],
    ['3-1-12', '一期-[3]栋-[1]单元-[12]01'],
    ['1201室', '一期-3栋-1单元-[1201]'],
    ['1201', '一期-3栋-1单元-[1201]'],
    ['20', '一期-3栋-1单元-1[20]1'],
    ['1', '一期-3栋-[1]单元-[1]20[1]'],
    ['张三', place],
  ])('%s in a place', (condition, marked) => expect(bracketed(place, writtenPlaceMarks(searchTerms(condition), place))).toBe(marked))

  it('works in a row of cells as in the whole place', () => {
    const cells = [
      { text: '一期', level: 'period' },
      { text: '3', level: 'building' },
      { text: '1', level: 'unit' },
      { text: '1201室', level: 'room' },
    ] as const
    const marks = placeMarks(searchTerms('3栋 1-1201'), cells)
    expect(cells.map(({ text }, index) => bracketed(text, marks[index] ?? []))).toEqual(['一期', '[3]', '[1]', '[1201]室'])
  })

  it.each([
    ['zs', '张三/单雄信', 'zs/sxx', '[张三]/单雄信'],
    ['SX', '张三/单雄信', 'zs/sxx', '张三/[单雄]信'],
    ['三', '张三', undefined, '张[三]'],
    ['三 zs', '张三', 'zs', '[张三]'],
    ['tt', '𠮷田田', '𠮷tt', '𠮷[田田]'],
    ['wa', '王Alan', 'walan', '[王A]lan'],
    ['李四', '张三', undefined, '张三'],
  ])('%s in the name %s', (condition, name, initials, marked) => expect(bracketed(name, nameMarks(searchTerms(condition), name, initials))).toBe(marked))

  it.each([
    ['8000', [], '1380013[8000]'],
    ['138', [], '13800138000'],
    ['8000 3栋', [], '13800138000'],
    ['8000 101', ['101'], '13800138000'],
    ['13800138000 3栋', [], '[13800138000]'],
  ])('%s in a phone', (condition, parts, marked) => expect(bracketed('13800138000', numberMarks(searchTerms(condition), '13800138000', parts))).toBe(marked))

  it('never goes beyond the text', () => {
    const term = fc.constantFrom('3-1-1201', '3栋', '1', '一期', 'zs', '三期3栋', '12', '1单元 1', '室')
    fc.assert(
      fc.property(term, fc.constantFrom(...demoProperties().map(placeInWords)), (condition, text) => {
        for (const [from, to] of writtenPlaceMarks(searchTerms(condition), text)) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})
