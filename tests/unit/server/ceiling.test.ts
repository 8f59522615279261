import { expect, it } from 'vitest'
import { createCeiling } from '../../../src/server/kernel/ceiling.ts'

const at = { time: 0, now: () => at.time }

it('lets so many pass within so long, each name by itself, and says how long to wait', () => {
  at.time = 1_000
  const ceiling = createCeiling(at, [
    { most: 2, within: 100 },
    { most: 3, within: 1_000 },
  ])
  expect([ceiling.take('a'), ceiling.take('a'), ceiling.take('a'), ceiling.take('b')]).toEqual([0, 0, 100, 0])
  at.time = 1_099
  expect(ceiling.take('a')).toBe(1)
  at.time = 1_100
  expect(ceiling.take('a')).toBe(0)
  // The long rule holds where the short one has room again; what was refused did not count.
  expect(ceiling.take('a')).toBe(900)
  at.time = 2_000
  expect(ceiling.take('a')).toBe(0)
})

it('waits for nothing that a wrong clock counted', () => {
  at.time = Date.parse('2036-01-01')
  const ceiling = createCeiling(at, [{ most: 1, within: 1_000 }])
  ceiling.take('a')
  at.time = Date.parse('2026-01-01')
  expect([ceiling.take('a'), ceiling.take('a')]).toEqual([0, 1_000])
})
