import { request } from 'node:https'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readOptions } from '../../src/server/entry/options.ts'
import { runServer } from '../../src/server/entry/run.ts'
import { localSmsSender } from '../../src/server/kernel/sms.ts'
import { fingerprintFrom, pairingOf } from '../../src/shared/network/pairing.ts'
import { good } from '../support/activities.ts'
import { freePort } from '../support/postgres.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { PASSWORD } from '../support/passwords.ts'
import { confirm, startServer, type Client } from '../support/server.ts'
import { pageReading, workerUrl } from '../support/serverCode.ts'

/** Calls the shared port as another computer; returns the code and the certificate shown. */
function callShared(port: number, path: string, token = ''): Promise<{ code: number; fingerprint: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-app-id': 'community-vote-console', 'x-desk': 'PC-2', ...(token === '' ? {} : { 'x-auth-id': token }) }
    const call = request({ host: '127.0.0.1', port, path: `/api${path}`, rejectUnauthorized: false, agent: false, headers }, (answer) => {
      const fingerprint = fingerprintFrom((answer.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 ?? '')
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => resolve({ ...(JSON.parse(text) as { code: number }), fingerprint }))
    })
    call.once('error', reject)
    call.end()
  })
}
const start = (admin: Client, port: number, more: object = {}) => admin.post('/sharing/start', { port, address: '', keepon: false, ...more })

test('a program’s server opens and closes a second, encrypted port for the office', async () => {
  const server = await startServer('sqlite')
  const admin = await server.member('admin_1')
  await confirm(admin)
  const port = await freePort()
  expect(good(await admin.get('/sharing/status'))).toMatchObject({ switchable: true, on: false, port: 8790, fingerprint: '' })
  await expect(callShared(port, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' })

  const status = good(await start(admin, port))
  expect(status).toMatchObject({ on: true, port, keepon: false })
  expect(pairingOf(status.fingerprint)).toMatch(/^\d{4}( \d{4}){4}$/)
  expect(await callShared(port, '/health')).toMatchObject({ code: 200, fingerprint: status.fingerprint })
  expect((await callShared(port, '/account/list?page=1&pageSize=10')).code).toBe(443)
  expect((await callShared(port, '/account/list?page=1&pageSize=10', admin.token)).code).toBe(200)
  // It has the same certificate on another port.
  const other = await freePort()
  expect(good(await start(admin, other)).fingerprint).toBe(status.fingerprint)
  await expect(callShared(port, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' })

  // A silent client does not keep it open.
  const silent = connect(other, '127.0.0.1')
  await once(silent, 'connect')
  silent.on('error', () => undefined)
  expect(good(await admin.post('/sharing/stop', {}))).toMatchObject({ on: false, port: other })
  await expect(callShared(other, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const { datas } = good(await admin.get('/audit/list', { page: 1, pageSize: 10 }))
  expect(
    datas
      .filter(({ action }: { action: string }) => action.startsWith('sharing.'))
      .map(({ action, kind }: { action: string; kind: string }) => `${action} ${kind}`),
  ).toEqual(['sharing.stop security', 'sharing.start security', 'sharing.start security'])
  await server.close()
})

test('connected clients are told before sharing ends, and calls are refused meanwhile', async () => {
  const server = await startServer('sqlite')
  const admin = await server.member('admin_1')
  await confirm(admin)
  const port = await freePort()
  good(await start(admin, port))
  expect((await callShared(port, '/health')).code).toBe(200)
  const closing = admin.post('/sharing/stop', {})
  const ended = { code: 500, reason: 'sharing.ended', message: expect.stringContaining('关闭了网络共享') }
  await expect.poll(() => callShared(port, '/health')).toMatchObject(ended)
  expect(await callShared(port, '/logout', admin.token)).toMatchObject(ended)
  expect(good(await closing)).toMatchObject({ on: false })
  await expect(callShared(port, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await server.close()
})

test('opening the port requires the password again', async () => {
  const server = await startServer('sqlite')
  const admin = await server.member('admin_1')
  expect(await start(admin, await freePort())).toMatchObject({ code: 445 })
  expect(good(await admin.get('/sharing/status'))).toMatchObject({ on: false })
  await server.close()
})

test('a used port, a foreign address and an invalid choice have their messages', async () => {
  const server = await startServer('sqlite')
  const admin = await server.member('admin_1')
  await confirm(admin)
  const port = await freePort()
  const holder = createServer()
  await new Promise<void>((resolve) => void holder.listen(port, '0.0.0.0', resolve))
  expect(await start(admin, port)).toMatchObject({ code: 409, message: `端口 ${port} 已被其他程序占用，请换一个端口` })
  expect(await start(admin, port, { address: '203.0.113.9' })).toMatchObject({ code: 409, message: '本机现在没有这个网络地址，请重新选择网络' })
  expect(await start(admin, 80)).toMatchObject({ code: 400, message: '端口应为 1024 到 65535 之间的整数' })
  expect(good(await admin.get('/sharing/status'))).toMatchObject({ on: false })
  await new Promise((resolve) => holder.close(resolve))
  await server.close()
})

test('clients on other computers are listed with name and user until they have been silent for a while', async () => {
  const server = await startServer('sqlite')
  const admin = await server.member('admin_1')
  await confirm(admin)
  const there = server.client(admin.token, '192.168.1.31')
  await there.get('/account/list', { page: 1, pageSize: 10 })
  await server.client('', '::ffff:192.168.1.32').get('/health')
  const connected = async () =>
    (good(await admin.get('/sharing/status')).connected as { address: string; username: string }[]).map(({ address, username }) => [address, username])
  expect(await connected()).toEqual([
    ['192.168.1.31', 'admin_1'],
    ['192.168.1.32', ''],
  ])
  server.clock.time += 31_000
  expect(await connected()).toEqual([])
  await server.close()
})

test('a standalone server reports how it listens, and cannot be switched', async () => {
  const server = await startProcess(['--data', mkdtempSync(join(tmpdir(), 'vote-alone-'))])
  const client = httpClient(server.url, await memberToken(server.url))
  good(await client.post('/account/confirm', { password: PASSWORD }))
  expect(good(await client.get('/sharing/status'))).toMatchObject({ switchable: false, on: true, port: Number(new URL(server.url).port), fingerprint: '' })
  expect(await client.post('/sharing/start', { port: 9000, address: '', keepon: false })).toMatchObject({ code: 409 })
  await server.stop()
})

test('sharing is not resumed before the first registration, so that nobody in the network registers first', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vote-anew-'))
  const port = await freePort()
  writeFileSync(join(dataFolder, 'sharing.json'), JSON.stringify({ port, address: '', isKeptOn: true }))
  const nothing = () => undefined
  const begin = () =>
    runServer(readOptions(['--port', '0', '--data', dataFolder], {}), {
      log: pino({ level: 'silent' }),
      sms: localSmsSender(nothing),
      sheetWorker: workerUrl('sheet-worker'),
      reportWorker: workerUrl('report-worker'),
      documentWorker: workerUrl('document-worker'),
      sensitivityWorker: workerUrl('sensitivity-worker'),
      exportWorker: workerUrl('export-worker'),
      routeWorker: workerUrl('route-worker'),
      pageReading,
      checkupWorker: workerUrl('checkup-worker'),
      inspectionWorker: workerUrl('inspection-worker'),
      onDamaged: nothing,
      version: '1.0.0',
      canShare: true,
      fixedCodes: { image: '0000', sms: '000000' },
      resourcesFolder: 'resources',
    })
  const first = await begin()
  await expect(callShared(port, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await memberToken(first.url)
  await first.stop()
  const second = await begin()
  expect((await callShared(port, '/health')).code).toBe(200)
  await second.stop()
})
