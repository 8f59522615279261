import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { keepRoom } from '../../../src/server/http/bodies.ts'
import { createBodyRoom } from '../../../src/server/http/bodyRoom.ts'

it('limits the memory per account, for all accounts, and for anonymous clients', () => {
  const { take } = createBodyRoom({ all: 10, anAccount: 6 })
  expect([take(1, 4), take(1, 3), take(1, 2), take(2, 5), take(2, 4), take(0, 1)].map((room) => room !== null)).toEqual([true, false, true, false, true, false])
  expect(createBodyRoom({ all: 10, anAccount: 6 }).take(0, 10)).not.toBeNull()
})

it('frees its memory exactly once', () => {
  const { take } = createBodyRoom({ all: 10, anAccount: 6 })
  const first = take(1, 6)
  expect(take(1, 1)).toBeNull()
  first?.()
  first?.()
  expect(take(1, 6)).not.toBeNull()
  expect(take(2, 5)).toBeNull()
  expect(take(2, 4)).not.toBeNull()
})

it('frees its memory at once if the client disconnects during authentication', () => {
  const room = createBodyRoom({ all: 10, anAccount: 6 })
  const raw = new IncomingMessage(new Socket())
  const call = (answer: ServerResponse) => keepRoom({ headers: { 'content-length': '6' }, raw }, { raw: answer }, { access: 'viewer' }, { userKey: 1, room })
  const gone = new ServerResponse(raw)
  gone.destroy()
  call(gone)
  const there = new ServerResponse(raw)
  call(there)
  expect(() => call(there)).toThrow('同时发送的内容过多')
  there.emit('close')
  call(there)
})
