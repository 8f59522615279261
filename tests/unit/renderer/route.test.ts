import { describe, expect, it } from 'vitest'
import { contactWords, inHandWords } from '../../../src/renderer/features/route/parts/routeWords.ts'
import { whyNoRoute } from '../../../src/renderer/features/route/parts/routeTime.ts'

describe('describing a route', () => {
  const now = Date.parse('2026-05-02T09:00:00+08:00')

  it('is available while votes come in, and not after the end', () => {
    const endsAt = now + 1_000
    expect(whyNoRoute({ status: 1, endsAt }, now)).toBeNull()
    expect(whyNoRoute({ status: 1, endsAt }, endsAt)).toBeNull()
    expect(whyNoRoute({ status: 1, endsAt }, endsAt + 1)).toBe('投票已截止，不能安排路线')
    expect(whyNoRoute({ status: 0, endsAt }, now)).toBe('当前状态为“未开始”，不能安排路线')
    expect(whyNoRoute({ status: 2, endsAt }, now)).toBe('当前状态为“唱票中”，不能安排路线')
  })

  it('shows who was there last and how, and how many papers are in the office', () => {
    const at = Date.parse('2026-05-01T08:30:00+08:00')
    expect(contactWords({ lastContact: { at, way: '上门', by: '王五' } }, now)).toBe('05-01 08:30 上门（王五）')
    expect(contactWords({ lastContact: { at, way: '发出选票', by: '' } }, now)).toBe('05-01 08:30 发出选票')
    expect(contactWords({ lastContact: null }, now)).toBe('未联系')
    expect(inHandWords(1_200)).toBe('含已收回未录入1,200张')
  })
})
