import { expect, it } from 'vitest'
import { createRateLimiter } from '../../../src/server/kernel/rateLimit.ts'

const at = { time: 0, now: () => at.time }

it('a rate limit allows so many per period and key, and returns the waiting time', () => {
  at.time = 1_000
  const limiter = createRateLimiter(at, [
    { most: 2, within: 100 },
    { most: 3, within: 1_000 },
  ])
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a'), limiter.take('b')]).toEqual([0, 0, 100, 0])
  at.time = 1_099
  expect(limiter.take('a')).toBe(1)
  at.time = 1_100
  expect(limiter.take('a')).toBe(0)
  // The long limit still applies when the short one has room again; refusals did not count.
  expect(limiter.take('a')).toBe(900)
  at.time = 2_000
  expect(limiter.take('a')).toBe(0)
})

it('a rate limit ignores entries of a wrong clock', () => {
  at.time = Date.parse('2036-01-01')
  const limiter = createRateLimiter(at, [{ most: 1, within: 1_000 }])
  limiter.take('a')
  at.time = Date.parse('2026-01-01')
  expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 1_000])
})
