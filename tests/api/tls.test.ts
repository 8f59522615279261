import { X509Certificate } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { serverCode } from '../../build/scripts/server-code.mjs'
import { fingerprintFrom, pairingOf } from '../../src/shared/network/pairing.ts'
import { startProcess, type ServerProcess } from '../support/server-process.ts'
import { isPrivate } from '../support/system.ts'

const running: ServerProcess[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})
const newFolder = () => mkdtempSync(join(tmpdir(), 'vote-tls-'))
async function start(...args: Parameters<typeof startProcess>): Promise<ServerProcess> {
  const server = await startProcess(...args)
  running.push(server)
  return server
}

/** The TLS properties of a server, without any HTTP. */
function shownBy(url: string): Promise<{ fingerprint: string; certificate: X509Certificate; protocol: string | null }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      const certificate = socket.getPeerX509Certificate()
      if (!certificate) return reject(new Error('no certificate'))
      resolve({ fingerprint: fingerprintFrom(certificate.fingerprint256), certificate, protocol: socket.getProtocol() })
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

/** The health over HTTPS, without verifying the certificate. */
function health(url: string): Promise<{ code: number }> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/health`, { rejectUnauthorized: false, headers: { 'x-app-id': 'community-vote-console' } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => resolve(JSON.parse(text) as { code: number }))
    })
    call.once('error', reject)
    call.end()
  })
}

test('a server for other computers speaks HTTPS, with a certificate that it creates once', async () => {
  const data = newFolder()
  const server = await start(['--data', data, '--host', '0.0.0.0'], 'standalone')
  expect(server.url).toMatch(/^https:\/\/(?!0\.0\.0\.0)[\d.]+:\d+$/)
  const { fingerprint, certificate, protocol } = await shownBy(server.url)
  expect(server.line).toEqual({ url: server.url, fingerprint, pairing: pairingOf(fingerprint) })
  expect((await health(server.url)).code).toBe(200)
  expect(protocol).toMatch(/^TLSv1\.[23]$/)
  expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
  const years = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / (365.25 * 24 * 3_600_000)
  expect(years).toBeGreaterThan(9.9)
  for (const name of ['certificate.pem', 'key.pem']) expect(isPrivate(join(data, 'tls', name))).toBe(true)
  await server.stop()

  const again = await start(['--data', data, '--host', '0.0.0.0'], 'standalone')
  expect((await shownBy(again.url)).fingerprint).toBe(fingerprint)
})

test('its HTTPS port answers nothing over plain HTTP', async () => {
  const { url } = await start(['--data', newFolder(), '--host', '0.0.0.0'], 'standalone')
  const { hostname, port } = new URL(url)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connectPlain(Number(port), hostname, () =>
      socket.write(`GET /api/health HTTP/1.1\r\nhost: ${hostname}\r\nx-app-id: community-vote-console\r\n\r\n`),
    )
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
  })
  expect(answer).not.toContain('HTTP/1.1')
})

test('a local-only server speaks plain HTTP, or HTTPS if configured', async () => {
  const plain = await start(['--data', newFolder()])
  expect(plain.line).toEqual({ url: plain.url })
  expect(plain.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  const encrypted = await start(['--data', newFolder(), '--tls'])
  expect(encrypted.url).toMatch(/^https:\/\/127\.0\.0\.1:/)
  expect((await shownBy(encrypted.url)).fingerprint).toBe(encrypted.line.fingerprint)
})

test('a given certificate is used as it is; one that does not match its key is refused with a message', async () => {
  const [first, second, folder] = [newFolder(), newFolder(), newFolder()]
  const made = await start(['--data', first, '--tls'])
  await start(['--data', second, '--tls'])
  cpSync(join(first, 'tls'), folder, { recursive: true })
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const own = await start(['--data', newFolder(), '--certificate', certificate, '--key', key])
  expect((await shownBy(own.url)).fingerprint).toBe(made.line.fingerprint)

  const refused = (...args: readonly string[]) =>
    spawnSync(process.execPath, [serverCode('standalone'), '--data', newFolder(), '--port', '0', ...args], { encoding: 'utf8' })
  for (const [args, sentence] of [
    [['--certificate', certificate, '--key', join(second, 'tls/key.pem')], /不是一对/],
    [['--certificate', join(folder, 'nowhere.pem'), '--key', key], /证书文件 .*nowhere\.pem 无法读取/],
    [['--certificate', certificate], /--certificate 和 --key 要一起使用/],
  ] as const) {
    const { status, stderr, stdout } = refused(...args)
    expect(stderr).toMatch(sentence)
    expect([status, stdout]).toEqual([1, ''])
  }
  writeFileSync(certificate, 'broken')
  expect(refused('--certificate', certificate, '--key', key).stderr).toMatch(/不是一对，或不是 PEM 格式/)
  expect(readFileSync(key, 'utf8')).toContain('PRIVATE KEY')
})
