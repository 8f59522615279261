import { createServer, type Server } from 'node:https'
import { mkdtempSync } from 'node:fs'
import { createServer as createNetServer, connect as connectNet, type AddressInfo, type Server as NetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetPinIfRequested } from '../../../src/main/network/pins.ts'
import { createServerChoice } from '../../../src/main/server-host/serverChoice.ts'
import { createTrust, trustSystemAuthorities } from '../../../src/main/network/trust.ts'
import { createTransport, type Transport } from '../../../src/main/network/transport.ts'
import type { Settings, SettingsData } from '../../../src/main/settings.ts'
import { ownCertificate, tlsOptions, type Certificate } from '../../../src/server/kernel/certificate.ts'

const secret = 'token-that-nobody-may-see'
const call = { method: 'POST', path: '/api/login', json: JSON.stringify({ username: 'zhang', password: 'pine4827' }) } as const

const open: (Server | TlsServer | NetServer)[] = []
const transports: Transport[] = []
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.close()
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function listening<S extends Server | TlsServer | NetServer>(server: S): Promise<{ server: S; origin: string; port: number }> {
  open.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, origin: `https://127.0.0.1:${port}`, port }
}

const certificate = (): Promise<Certificate> => ownCertificate(mkdtempSync(join(tmpdir(), 'vote-trust-')), Date.now())

/** The office's server: answers, and records what it receives. */
async function office(own: Certificate) {
  const heard: string[] = []
  const { origin, port } = await listening(
    createServer(tlsOptions(own), (request, response) => {
      heard.push(`${request.method} ${request.url} ${String(request.headers['x-auth-id'])}`)
      response.setHeader('content-type', 'application/json').end('{"code":200,"message":"success","data":null}')
    }),
  )
  return { heard, origin, port }
}

/** An attacker with an own certificate, who records every decrypted byte. */
async function stranger(own: Certificate) {
  const heard: Buffer[] = []
  let connections = 0
  const server = createTlsServer(tlsOptions(own), (socket) => {
    socket.on('data', (chunk) => heard.push(chunk))
    socket.on('error', () => undefined)
  })
  server.on('connection', () => connections++)
  server.on('tlsClientError', () => undefined)
  open.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { heard, origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections }
}

function transportFor(pins: Readonly<Record<string, string>>) {
  const trust = createTrust((origin) => pins[origin] ?? null)
  const transport = createTransport(trust.agent)
  transports.push(transport)
  return { trust, transport, send: (origin: string) => transport.send(origin, call, { 'x-auth-id': secret }, 5_000) }
}

test('a paired server is called over kept-alive connections, each verified when opened', async () => {
  const own = await certificate()
  const { origin, heard } = await office(own)
  const { send, trust } = transportFor({ [origin]: own.fingerprint })
  for (let time = 0; time < 3; time++) expect((await send(origin)).status).toBe(200)
  expect(heard).toEqual(Array(3).fill(`POST /api/login ${secret}`))
  expect(trust.lastShown(origin)).toEqual({ verdict: 'paired', fingerprint: own.fingerprint })
})

test('a server gets neither name nor token before its certificate is compared', async () => {
  const own = await certificate()
  const { origin, heard, connections } = await stranger(own)
  const { send, trust, transport } = transportFor({})
  await expect(send(origin)).rejects.toMatchObject({ name: 'Unreachable', message: expect.stringContaining('还没有配对') as string })
  expect(await transport.checkHealth(origin)).toEqual({ reason: null, sentence: '这台服务器还没有配对' })
  expect(await trust.inspect(origin)).toEqual({ verdict: 'unknown', fingerprint: own.fingerprint })
  expect(connections()).toBeGreaterThan(0)
  expect(Buffer.concat(heard).length).toBe(0)
})

test('an impostor at the paired address receives no header', async () => {
  const paired = await office(await certificate())
  const { send, transport } = transportFor({ [paired.origin]: 'ab'.repeat(32) })
  await expect(send(paired.origin)).rejects.toMatchObject({ message: expect.stringContaining('没有向它发送任何内容') as string })
  await expect(transport.open(paired.origin, call, { 'x-auth-id': secret })).rejects.toMatchObject({ name: 'Unreachable' })
  expect(paired.heard).toEqual([])

  const own = await certificate()
  const lookAlike = await stranger(own)
  const other = transportFor({ [lookAlike.origin]: paired.origin.padEnd(64, '0') })
  await expect(other.send(lookAlike.origin)).rejects.toMatchObject({ name: 'Unreachable' })
  expect(lookAlike.connections()).toBeGreaterThan(0)
  expect(Buffer.concat(lookAlike.heard).length).toBe(0)
})

test('a man in the middle sees no name and no token', async () => {
  const own = await certificate()
  const behind = await office(own)
  const seen: Buffer[] = []
  const relay = createNetServer((client) => {
    const server = connectNet(behind.port, '127.0.0.1')
    client.on('data', (chunk) => (seen.push(chunk), server.write(chunk)))
    server.on('data', (chunk) => client.write(chunk))
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  const { origin } = await listening(relay)
  const { send } = transportFor({ [origin]: own.fingerprint })
  expect((await send(origin)).status).toBe(200)
  const bytes = Buffer.concat(seen).toString('latin1')
  expect(bytes.length).toBeGreaterThan(100)
  for (const word of [secret, 'zhang', 'pine4827', '/api/login', 'x-auth-id']) expect(bytes).not.toContain(word)
  // A proxy that terminates TLS shows another certificate.
  const inTheMiddle = await stranger(await certificate())
  await expect(transportFor({ [inTheMiddle.origin]: own.fingerprint }).send(inTheMiddle.origin)).rejects.toMatchObject({ name: 'Unreachable' })
  expect(inTheMiddle.connections()).toBeGreaterThan(0)
  expect(Buffer.concat(inTheMiddle.heard).length).toBe(0)
})

/** The part of the settings that choosing a server needs. */
function settingsWith(first: Partial<SettingsData>) {
  let data = { pins: {}, serverUrl: '', ...first } as SettingsData
  return {
    data: () => data,
    update: (change: Partial<SettingsData>) => {
      data = { ...data, ...change }
    },
    notices: [],
  } satisfies Settings
}

function choiceWith(settings: Settings) {
  const trust = createTrust((origin) => settings.data().pins[origin] ?? null)
  const app = { relaunch: vi.fn(), quit: vi.fn() }
  const host = { state: () => ({ kind: 'embedded', name: '本机', status: 'connected', message: '' }) as const, reconnect: vi.fn() }
  const choice = createServerChoice({ app, args: ['.', '--server', 'http://127.0.0.1:1'], settings, trust, find: () => Promise.resolve([]), host })
  return { choice, app }
}

test('a server is used only with the compared certificate', async () => {
  const own = await certificate()
  const { origin, heard } = await office(own)
  const settings = settingsWith({})
  const { choice, app } = choiceWith(settings)
  expect(await choice['server.look']({ address: ` ${origin}/ ` })).toEqual({
    address: origin,
    name: new URL(origin).host,
    certificate: { verdict: 'unknown', fingerprint: own.fingerprint },
  })
  await expect(choice['server.use']({ address: origin, fingerprint: 'cd'.repeat(32) })).rejects.toMatchObject({ name: 'LocalFailure' })
  await expect(choice['server.use']({ address: origin, fingerprint: null })).rejects.toMatchObject({ name: 'LocalFailure' })
  expect([settings.data().serverUrl, settings.data().pins, app.quit.mock.calls.length]).toEqual(['', {}, 0])
  await choice['server.use']({ address: origin, fingerprint: own.fingerprint })
  expect(settings.data()).toMatchObject({ serverUrl: origin, pins: { [origin]: own.fingerprint } })
  // The command line's address is dropped, as it would override the chosen one.
  expect(app.relaunch).toHaveBeenCalledWith({ args: ['.'] })
  expect(app.quit).toHaveBeenCalledOnce()
  expect(heard).toEqual([])
})

test('plain HTTP to another computer is refused, and a changed certificate is never accepted', async () => {
  const own = await certificate()
  const { origin } = await office(own)
  const settings = settingsWith({ pins: { [origin]: 'ef'.repeat(32) } })
  const { choice } = choiceWith(settings)
  await expect(choice['server.look']({ address: 'http://192.168.1.20:8790' })).rejects.toThrow('此地址未加密，请使用 https:// 开头的地址')
  await expect(choice['server.look']({ address: 'https://' })).rejects.toThrow('服务器地址不正确')
  expect((await choice['server.look']({ address: origin })).certificate?.verdict).toBe('changed')
  await expect(choice['server.use']({ address: origin, fingerprint: own.fingerprint })).rejects.toThrow('证书与核对时不同')
  // Only the command line can forget a compared certificate.
  forgetPinIfRequested(['.'], origin, settings)
  expect(settings.data().pins).toEqual({ [origin]: 'ef'.repeat(32) })
  forgetPinIfRequested(['.', '--pair-anew'], origin, settings)
  expect(settings.data().pins).toEqual({})
})

test('a broken system certificate store is logged and does not block the start', () => {
  const warn = vi.fn()
  trustSystemAuthorities({ warn }, () => {
    throw new Error('the store is broken')
  })
  expect(warn).toHaveBeenCalledOnce()
})
