import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { good } from '../support/activities.ts'
import { httpClient, startProcess } from '../support/server-process.ts'
import { APP_HEADERS, serverForAll, startServer, type Client } from '../support/server.ts'

const PROXY = '10.0.0.2'

describe('behind a trusted proxy', () => {
  let admin: Client
  const server = serverForAll('sqlite', { trustedProxy: PROXY })
  beforeAll(async () => {
    admin = await server.member('admin_1')
  })

  test.each([
    ['the client that the proxy adds', PROXY, '192.168.1.31', '192.168.1.31'],
    ['not what the client wrote before it', PROXY, '127.0.0.1, 9.9.9.9, 192.168.1.32', '192.168.1.32'],
    ['not the proxy itself', PROXY, `192.168.1.33, ${PROXY}, ::ffff:${PROXY}`, '192.168.1.33'],
    ['without the port that some proxies add', `::ffff:${PROXY}`, '192.168.1.34:40112', '192.168.1.34'],
    ['an IPv6 address', PROXY, '2001:db8::7', '2001:db8::7'],
    ['the proxy where it names nobody', PROXY, undefined, PROXY],
    ['the proxy where it names no address', PROXY, 'unknown', PROXY],
    ['nobody else’s header', '192.168.1.99', '192.168.1.35', '192.168.1.99'],
  ])('counts failures against %s', async (_what, from, forwarded, expected) => {
    const headers = { ...APP_HEADERS, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) }
    server.clock.time += 60_000
    expect((await server.app.inject({ method: 'GET', url: '/api/health', headers, remoteAddress: from })).statusCode).toBe(200)
    const { connected } = good(await admin.get('/sharing/status')) as { connected: { address: string }[] }
    expect(connected.map(({ address }) => address)).toEqual([expected])
  })
})

test('without a trusted proxy forwarded headers are ignored', async () => {
  const server = await startServer('sqlite')
  const admin = await server.member('admin_1')
  const headers = { ...APP_HEADERS, 'x-forwarded-for': '127.0.0.1' }
  await server.app.inject({ method: 'GET', url: '/api/health', headers, remoteAddress: PROXY })
  expect(good(await admin.get('/sharing/status')).connected).toMatchObject([{ address: PROXY }])
  await server.close()
})

test('a standalone server sends as many messages as its options allow', async () => {
  const server = await startProcess(['--data', mkdtempSync(join(tmpdir(), 'vote-messages-')), '--sms-per-hour', '2'])
  const client = httpClient(server.url)
  const send = async (phone: string) => {
    const wanted = { biztype: 'REGISTER_IMGCAPTCHA', bizid: phone }
    const query = new URLSearchParams(wanted).toString()
    await (await fetch(`${server.url}/api/imgcaptcha?${query}`, { headers: { 'x-app-id': APP_HEADERS['x-app-id'] } })).arrayBuffer()
    return client.get('/smscaptcha', { ...wanted, imgcaptcha: '0000', phone })
  }
  for (const phone of ['13800000001', '13800000002']) expect(await send(phone)).toMatchObject({ code: 200 })
  expect(await send('13800000003')).toMatchObject({ code: 429 })
  await server.stop()
})
