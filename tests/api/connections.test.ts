import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { createConnections } from '../../src/server/http/connections.ts'
import { good } from '../support/activities.ts'
import { freePort } from '../support/postgres.ts'
import { confirm, startServer } from '../support/server.ts'

const ASK = 'GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-app-id: community-vote-console\r\n\r\n'

/** Whether a connection is `answered`, or `closed` without a response. */
function ask(socket: Socket): Promise<string> {
  socket.on('error', () => undefined)
  socket.write(ASK)
  return new Promise((resolve) => {
    socket.once('data', (piece) => resolve(String(piece).startsWith('HTTP/1.1 200') ? 'answered' : 'nonsense'))
    socket.once('close', () => resolve('closed'))
  })
}

/** Connects and sends nothing: not yet an idle connection. */
async function beSilent(socket: Socket): Promise<void> {
  socket.on('error', () => undefined)
  await once(socket, 'connect')
}

test('connections to both ports share one limit; one too many is closed, and a freed place is reused', async () => {
  const server = await startServer('sqlite', { limitConnections: createConnections({ near: 3 }) })
  const admin = await server.member('admin_1')
  await confirm(admin)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const shared = await freePort()
  good(await admin.post('/sharing/start', { port: shared, address: '', keepon: false }))
  const dialShared = () => connectTls({ port: shared, host: '127.0.0.1', rejectUnauthorized: false })
  const silent = [connect(shared, '127.0.0.1'), connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const each of silent) await beSilent(each)
  expect([await ask(connect(port, '127.0.0.1')), await ask(dialShared())]).toEqual(['closed', 'closed'])
  silent[0]?.destroy()
  await expect.poll(() => ask(dialShared())).toBe('answered')
  for (const each of silent) each.destroy()
  await server.close()
})

test('an idle connection is closed to make room, the oldest first', async () => {
  const server = await startServer('sqlite', { limitConnections: createConnections({ near: 2 }) })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const [older, newer, next] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1'), () => connect(port, '127.0.0.1')] as const
  expect([await ask(older), await ask(newer)]).toEqual(['answered', 'answered'])
  const gone = once(older, 'close')
  const third = next()
  expect(await ask(third)).toBe('answered')
  await gone
  expect(await ask(newer)).toBe('answered')
  for (const each of [newer, third]) each.destroy()
  await server.close()
})
