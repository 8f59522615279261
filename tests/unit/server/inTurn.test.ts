import pLimit from 'p-limit'
import { describe, expect, it, vi } from 'vitest'
import { inTurn } from '../../../src/server/kernel/inTurn.ts'

/** Work that the test ends. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { run: vi.fn(() => promise), end: resolve, fail: reject }
}
const never = new AbortController().signal
/** Lets all pending callbacks run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('work in turn', () => {
  it('waits while the limit is reached, and runs in the order of asking', async () => {
    const limit = pLimit(2)
    const works = [work(), work(), work(), work()]
    const all = works.map(({ run }) => inTurn(limit, never, run))
    const begun = () => works.map(({ run }) => run.mock.calls.length)
    await settled()
    expect(begun()).toEqual([1, 1, 0, 0])
    works[1]?.end('second')
    expect(await all[1]).toBe('second')
    await settled()
    expect(begun()).toEqual([1, 1, 1, 0])
    works[0]?.end('first')
    await settled()
    expect(begun()).toEqual([1, 1, 1, 1])
    for (const [index, { end }] of works.entries()) end(String(index))
    expect(await Promise.all(all)).toEqual(['first', 'second', '2', '3'])
  })

  it('frees its place on failure, synchronous or not', async () => {
    const limit = pLimit(1)
    await expect(inTurn(limit, never, () => Promise.reject(new Error('later')))).rejects.toThrow('later')
    const thrown = inTurn(limit, never, () => {
      throw new Error('now')
    })
    await expect(thrown).rejects.toThrow('now')
    await expect(inTurn(limit, never, () => Promise.resolve('next'))).resolves.toBe('next')
  })

  it('never starts if the signal has aborted', async () => {
    const one = work()
    await expect(inTurn(pLimit(1), AbortSignal.abort(new Error('gone')), one.run)).rejects.toThrow('gone')
    await settled()
    expect(one.run).not.toHaveBeenCalled()
  })

  it('is dropped at once when aborted while waiting, and the next one runs', async () => {
    const limit = pLimit(1)
    const [first, second, third] = [work(), work(), work()]
    const controller = new AbortController()
    const done = inTurn(limit, never, first.run)
    const waiting = inTurn(limit, controller.signal, second.run)
    const next = inTurn(limit, never, third.run)
    await settled()
    controller.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    expect([first, second, third].map(({ run }) => run.mock.calls.length)).toEqual([1, 0, 0])
    first.end('first')
    third.end('third')
    expect(await Promise.all([done, next])).toEqual(['first', 'third'])
    expect(second.run).not.toHaveBeenCalled()
  })

  it('cannot be aborted once started, and keeps its place until it ends', async () => {
    const limit = pLimit(1)
    const [first, second] = [work(), work()]
    const controller = new AbortController()
    const working = inTurn(limit, controller.signal, first.run)
    const waiting = inTurn(limit, never, second.run)
    await settled()
    controller.abort(new Error('cancelled'))
    await settled()
    expect(second.run).not.toHaveBeenCalled()
    first.fail(new Error('of the work'))
    await expect(working).rejects.toThrow('of the work')
    second.end('second')
    await expect(waiting).resolves.toBe('second')
  })
})
