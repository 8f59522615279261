import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSessionEnd } from '../../../src/main/sessionEnd.ts'

const log = { info: vi.fn(), error: vi.fn() }

function session() {
  const events = new EventEmitter()
  const done: string[] = []
  const note = (what: string) => () => Promise.resolve(void done.push(what))
  const host = { suspend: note('suspend'), stop: note('stop'), reconnect: () => note('reconnect')().then(() => ({}) as never) }
  const { onAsked, onEnding } = createSessionEnd(host, log)
  events.on('query-session-end', onAsked)
  events.on('session-end', onEnding)
  return { events, done }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a log-off stops the server before Windows ends any process', () => {
  const { events, done } = session()
  events.emit('query-session-end')
  expect(done).toEqual(['suspend'])
  events.emit('session-end')
  vi.advanceTimersByTime(60_000)
  expect(done).toEqual(['suspend', 'stop'])
})

it('a cancelled or repeated log-off question leaves the server running', () => {
  const { events, done } = session()
  events.emit('query-session-end')
  vi.advanceTimersByTime(20_000)
  events.emit('query-session-end')
  vi.advanceTimersByTime(29_000)
  expect(done).toEqual(['suspend', 'suspend'])
  vi.advanceTimersByTime(2_000)
  expect(done).toEqual(['suspend', 'suspend', 'reconnect'])
})
