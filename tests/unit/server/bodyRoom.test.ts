import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { keepRoom } from '../../../src/server/http/bodies.ts'
import { createBodyRoom } from '../../../src/server/http/bodyRoom.ts'

it('takes so much of an account, and so much of all of them and of nobody together', () => {
  const { take } = createBodyRoom({ all: 10, anAccount: 6 })
  expect([take(1, 4), take(1, 3), take(1, 2), take(2, 5), take(2, 4), take(0, 1)].map((room) => room !== null)).toEqual([true, false, true, false, true, false])
  expect(createBodyRoom({ all: 10, anAccount: 6 }).take(0, 10)).not.toBeNull()
})

it('gives back what was taken, once', () => {
  const { take } = createBodyRoom({ all: 10, anAccount: 6 })
  const first = take(1, 6)
  expect(take(1, 1)).toBeNull()
  first?.()
  first?.()
  expect(take(1, 6)).not.toBeNull()
  expect(take(2, 5)).toBeNull()
  expect(take(2, 4)).not.toBeNull()
})

it('is given back at once where the client has gone while it was looked who it is', () => {
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
