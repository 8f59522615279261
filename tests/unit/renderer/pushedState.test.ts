import { expect, it } from 'vitest'
import type { Events } from '#shared/bridge/bridge.ts'
import type { ConnectionState } from '#shared/bridge/commands.ts'
import { createPushedStore } from '../../../src/renderer/bridge/pushedState.ts'

const connection = (status: ConnectionState['status']): ConnectionState => ({ kind: 'embedded', name: '本机', status, message: '' })

function newStore() {
  const listeners = new Map<string, (payload: never) => void>()
  const store = createPushedStore((name, listener) => {
    listeners.set(name, listener)
    return () => listeners.delete(name)
  })
  const push = <N extends keyof Events>(name: N, payload: Events[N]) => listeners.get(name)?.(payload as never)
  return { store, push }
}

it('a server ready before the start is answered, or before the first render, is not missed', () => {
  const { store, push } = newStore()
  push('connection.changed', connection('connected'))
  store.takeStart({ connection: connection('starting'), notices: [] })
  expect(store.current().connection?.status).toBe('connected')
})

it('the initial state holds until something changes', () => {
  const { store, push } = newStore()
  let changes = 0
  store.subscribe(() => (changes += 1))
  store.takeStart({ connection: connection('starting'), notices: ['设置文件已损坏，已恢复默认设置'] })
  expect(store.current()).toEqual({ connection: connection('starting'), notices: ['设置文件已损坏，已恢复默认设置'], smsCodes: [] })
  const before = changes
  push('connection.changed', connection('failed'))
  expect(store.current().connection?.status).toBe('failed')
  expect(changes).toBe(before + 1)
})

it('a repeated notice is shown once until dismissed', () => {
  const { store, push } = newStore()
  push('notice.shown', { message: '甲' })
  store.takeStart({ connection: connection('connected'), notices: ['甲', '乙'] })
  push('notice.shown', { message: '乙' })
  expect(store.current().notices).toEqual(['甲', '乙'])
  store.dismissNotice('甲')
  expect(store.current().notices).toEqual(['乙'])
})

it('an unsubscribed listener is not called', () => {
  const { store, push } = newStore()
  let changes = 0
  const stop = store.subscribe(() => (changes += 1))
  stop()
  push('connection.changed', connection('lost'))
  expect(changes).toBe(0)
})
