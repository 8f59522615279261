import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { area, idList, integer, moment, time } from '../../../src/shared/contract/values.ts'
import { areaFault, areaHundredths, MAX_AREA_HUNDREDTHS, squareMetres } from '../../../src/shared/area/area.ts'
import { formatTime, parseTime, timeFault } from '../../../src/shared/time/chinaTime.ts'
import { wire } from '../../../src/shared/contract/wire.ts'

describe('areas', () => {
  it('are exact for every area with two decimals, in both directions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (hundredths) => areaHundredths(squareMetres(hundredths)) === hundredths),
      { numRuns: 5_000 },
    )
  })

  it.each([0, -1, '-0.01', '1.005', 'NaN', 'Infinity', '1e3', 1e21, '', ' ', '０', '1,000', '0.00', '.5', '5.'])('refuses %s', (written) => {
    expect(areaHundredths(written)).toBeNull()
  })

  it('are decoded from numbers or texts, and encoded as numbers', () => {
    const schema = area('面积')
    expect([z.decode(schema, '89.5'), z.decode(schema, 89.5)]).toEqual([8_950, 8_950])
    expect(z.encode(schema, 8_950)).toBe(89.5)
  })

  it.each([
    ['', '请输入面积'],
    [0, '面积必须是大于0的数字，最多两位小数'],
    ['1.005', '面积必须是大于0的数字，最多两位小数'],
    [100_000, '面积不能大于99999.99'],
  ])('refuse %j with the same message as forms and sheets', (written, sentence) => {
    const issues = z.safeDecode(area('面积'), written).error?.issues ?? []
    expect(issues.map(({ message }) => message)).toEqual([sentence])
    if (written !== '') expect(areaFault('面积', areaHundredths(written))).toBe(sentence)
  })

  it('are validated when encoded too', () => {
    expect(z.safeEncode(area('面积'), 0).error?.issues[0]?.message).toBe(areaFault('面积', 0))
    expect(z.safeEncode(area('面积'), MAX_AREA_HUNDREDTHS + 1).error?.issues[0]?.message).toBe('面积不能大于99999.99')
    expect(z.safeEncode(area('面积'), MAX_AREA_HUNDREDTHS).success).toBe(true)
  })
})

describe('times', () => {
  it('are in China standard time, whatever the machine’s zone', () => {
    expect(parseTime('2026-05-01 09:30:00')).toBe(Date.UTC(2026, 4, 1, 1, 30))
    expect(formatTime(Date.UTC(2025, 11, 31, 16, 0))).toBe('2026-01-01 00:00:00')
  })

  it('round-trip, and reject invalid dates', () => {
    fc.assert(
      fc.property(fc.integer({ min: 946_684_800, max: 4_133_980_800 }), (seconds) => parseTime(formatTime(seconds * 1000)) === seconds * 1000),
      { numRuns: 2_000 },
    )
    for (const none of ['2026-02-30 00:00:00', '2026-13-01 00:00:00', '2026-01-01 24:00:00', '2026-01-01', '01/02/2026', '']) expect(parseTime(none)).toBeNull()
  })

  it('times of another century are refused with a message', () => {
    expect(z.safeDecode(time('开始时间'), '9999-01-01 00:00:00').error?.issues[0]?.message).toBe('开始时间的年份应在2000到2100之间')
    expect(z.safeDecode(time('开始时间'), '2026-02-30 00:00:00').success).toBe(false)
  })

  it('are refused by a form with the same message as by a call', () => {
    const written = ['', '2026-05-01', '2026-02-30 00:00:00', '1999-12-31 23:59:59', '2000-01-01 00:00:00', '2100-12-31 23:59:59', '2101-01-01 00:00:00']
    const faults = written.map((each) => timeFault('开始时间', each))
    expect(faults).toEqual(written.map((each) => z.safeDecode(time('开始时间'), each).error?.issues[0]?.message ?? null))
    const [wrong, wrongYear] = ['开始时间格式不正确，应为 2026-05-01 09:30:00', '开始时间的年份应在2000到2100之间']
    expect(faults).toEqual(['请选择开始时间', wrong, wrong, wrongYear, null, null, wrongYear])
  })

  it('absent times are empty on the wire', () => {
    expect([z.encode(moment, null), z.decode(moment, '')]).toEqual(['', null])
  })
})

describe('numbers and ids', () => {
  it('decode a numeric text, and encode a number', () => {
    const page = integer('页码', { min: 1, max: 100 })
    expect([z.decode(page, '7'), z.decode(page, 7), z.encode(page, 7)]).toEqual([7, 7, 7])
    for (const wrong of ['0', 0, 101, '1.5', 1.5, '7x', '', null, [1], true]) expect(z.safeDecode(page, wrong as string).success, String(wrong)).toBe(false)
  })

  it('decode comma-separated ids, each once', () => {
    const ids = idList('请选择要删除的数据')
    expect(z.decode(ids, 'a, b,a')).toEqual(['a', 'b'])
    expect(z.encode(ids, ['a', 'b'])).toBe('a,b')
    expect(z.safeDecode(ids, '1,,2').error?.issues[0]?.message).toBe('编号格式不正确')
    expect(z.safeDecode(ids, Array.from({ length: 501 }, String).join(',')).error?.issues[0]?.message).toBe('一次最多500条')
  })
})

describe('names on the wire', () => {
  const Property = wire({ ownerName: ['personname', z.string()], areaHundredths: ['areasize', area('面积')], zone: ['zone', z.string().optional()] })

  it('are the specification’s outside and ours inside', () => {
    expect(z.decode(Property, { personname: '张三', areasize: '1.5', unknown: 1 } as never)).toEqual({ ownerName: '张三', areaHundredths: 150 })
    expect(z.encode(Property, { ownerName: '张三', areaHundredths: 150 })).toEqual({ personname: '张三', areasize: 1.5 })
  })

  it('are the wire’s in an error', () => {
    expect(z.safeDecode(Property, { areasize: 'x' } as never).error?.issues.map((issue) => issue.path.join('.'))).toEqual(['personname', 'areasize'])
  })
})
