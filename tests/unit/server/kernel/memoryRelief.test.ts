import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryRelief } from '../../../../src/server/kernel/memoryRelief.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('memory is released some seconds after long work, a few times, then no more', () => {
  const release = vi.fn()
  const relieve = createMemoryRelief(release)
  relieve()
  expect(release).not.toHaveBeenCalled()
  vi.advanceTimersByTime(30_000)
  expect(release).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(600_000)
  expect(release).toHaveBeenCalledTimes(3)
})

it('memory is not released while other work follows at once', () => {
  const release = vi.fn()
  const relieve = createMemoryRelief(release)
  for (let job = 0; job < 5; job++) {
    relieve()
    vi.advanceTimersByTime(9_000)
  }
  expect(release).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(release).toHaveBeenCalledTimes(3)
})
