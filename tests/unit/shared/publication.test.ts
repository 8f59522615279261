import { describe, expect, it } from 'vitest'
import {
  isNoticePublished,
  isResultPublished,
  kindsIn,
  publicationDay,
  publicationLength,
  publicationState,
  publicationStateNames,
  runningInWords,
  runningOn,
} from '../../../src/shared/features/publication/rules.ts'

const result = { kind: 3, dateFrom: '2026-11-26', dateTo: '2026-12-03' } as const

describe('the days of a publication', () => {
  it('exclude the first, end with the last, and ignore holidays', () => {
    const day = (each: string) => publicationDay(result, each)
    expect(['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-29', '2026-12-03', '2026-12-04'].map(day)).toEqual([-1, 0, 1, 3, 7, 8])
    expect(publicationLength(result)).toBe(7)
    expect(publicationLength({ dateFrom: '2028-02-28', dateTo: '2028-03-01' })).toBe(2)
    expect(publicationLength({ dateFrom: '2026-09-30', dateTo: '2026-10-08' })).toBe(8)
    expect(publicationLength({ dateFrom: '2026-11-26', dateTo: '2026-11-26' })).toBe(0)
  })

  it('are shown while it runs', () => {
    expect(runningInWords(result, '2026-11-29')).toBe('初步结果公示第3天，至12月3日24时止')
    expect(runningInWords(result, '2026-11-27')).toBe('初步结果公示第1天，至12月3日24时止')
    expect(runningInWords(result, '2026-11-26')).toBe('初步结果公示首日不计，至12月3日24时止')
    expect(runningInWords({ ...result, kind: 4, dateTo: '2027-01-05' }, '2026-12-31')).toBe('结果公示第35天，至2027年1月5日24时止')
  })

  it('determine its status', () => {
    const state = (day: string, isWithdrawn = false) => publicationStateNames[publicationState({ ...result, isWithdrawn }, day)]
    expect(['2026-11-25', '2026-11-26', '2026-12-03', '2026-12-04'].map((day) => state(day))).toEqual(['未开始', '公示中', '公示中', '已期满'])
    expect(state('2026-11-29', true)).toBe('已撤回')
  })
})

describe('publications on the home page', () => {
  const later = { kind: 4, dateFrom: '2026-11-20', dateTo: '2026-12-10' } as const

  it('are sorted by the earliest end', () => {
    expect(runningOn([later, result], '2026-11-30')).toEqual([result, later])
    expect(runningOn([later, result], '2026-12-04')).toEqual([later])
  })

  it('stop reminders: a notice, a result, or first figures still posted', () => {
    expect([isNoticePublished([{ ...result, kind: 2 }]), isNoticePublished([{ ...result, kind: 1 }])]).toEqual([true, false])
    expect(isResultPublished([later], '2027-01-01')).toBe(true)
    expect(isResultPublished([result], '2026-12-03')).toBe(true)
    expect(isResultPublished([result], '2026-12-04')).toBe(false)
    expect(isResultPublished([{ ...later, kind: 5 }], '2026-12-04')).toBe(false)
  })

  it('are roster or notice before the end, and results after it', () => {
    expect([kindsIn(0), kindsIn(2), kindsIn(3)]).toEqual([
      [1, 2],
      [1, 2],
      [3, 4, 5],
    ])
  })
})
