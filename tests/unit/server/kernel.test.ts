import { scryptSync } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockedFor, sessionState } from '../../../src/server/features/account/rules.ts'
import { readOptions } from '../../../src/server/entry/options.ts'
import { drawCaptcha, newCaptchaText } from '../../../src/server/kernel/captcha-image.ts'
import { fileLog } from '../../../src/server/kernel/log.ts'
import { createPasswords } from '../../../src/server/kernel/password.ts'
import { httpSmsSender, localSmsSender } from '../../../src/server/kernel/sms.ts'

describe('captchas', () => {
  it('have four unambiguous letters, rarely repeated', () => {
    const texts = Array.from({ length: 200 }, newCaptchaText)
    for (const text of texts) expect(text).toMatch(/^[2-8A-Z]{4}$/)
    for (const text of texts) expect(text).not.toMatch(/[01OIQSZ9GBDVJ]/)
    expect(new Set(texts).size).toBeGreaterThan(190)
  })

  it('are drawn with dark strokes on a light ground, differently each time', () => {
    const [one, other] = [drawCaptcha('A2K7'), drawCaptcha('A2K7')]
    expect(Buffer.from(one.subarray(1, 4)).toString()).toBe('PNG')
    expect(Buffer.compare(Buffer.from(one), Buffer.from(other))).not.toBe(0)
    const data = Buffer.from(one)
    const start = data.indexOf('IDAT')
    const pixels = inflateSync(data.subarray(start + 4, start + 4 + data.readUInt32BE(start - 4)))
    const dark = pixels.filter((pixel) => pixel > 0 && pixel < 110).length / pixels.length
    expect(dark).toBeGreaterThan(0.04)
    expect(dark).toBeLessThan(0.4)
  })
})

describe('password hashes', () => {
  it('are salted, and match no other password', async () => {
    const passwords = createPasswords()
    const [kept, again] = [await passwords.hash('abcd1234'), await passwords.hash('abcd1234')]
    expect(kept).toMatch(/^scrypt\$17\$8\$1\$/)
    expect(kept).not.toBe(again)
    expect([
      await passwords.verify('abcd1234', kept),
      await passwords.verify('abcd1235', kept),
      await passwords.verify('abcd1234', undefined),
      await passwords.verify('', undefined),
    ]).toEqual([true, false, false, false])
  })

  it('verify with another cost and in the first version’s format', async () => {
    const cheap = await createPasswords({ log2N: 4, r: 8, p: 1 }).hash('abcd1234')
    const first = `scrypt$${Buffer.alloc(16, 7).toString('base64')}$${scryptSync('abcd1234', Buffer.alloc(16, 7), 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }).toString('base64')}`
    const passwords = createPasswords()
    for (const kept of [cheap, first]) expect([await passwords.verify('abcd1234', kept), await passwords.verify('abcd1235', kept)]).toEqual([true, false])
  })
})

describe('a log file', () => {
  it('an unwritable log folder loses its lines and nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vote-log-'))
    writeFileSync(join(folder, 'in the way'), '')
    const log = fileLog(join(folder, 'in the way'))
    for (let line = 0; line < 3; line++) {
      log.info('nobody reads this')
      await new Promise((resolve) => setImmediate(resolve))
    }
    const good = fileLog(join(folder, 'made', 'for it'))
    good.info('a line')
    await expect.poll(() => readFileSync(join(folder, 'made', 'for it', 'server.log'), 'utf8')).toContain('a line')
    rmSync(folder, { recursive: true })
  })
})

describe('text messages', () => {
  const message = { phone: '13800138000', code: '123456' }
  const request = { bizId: 'b', expiresAt: 5, isOwnProgram: true }

  it('without a gateway the code and the end of the phone are shown locally', async () => {
    const shown: unknown[] = []
    await localSmsSender((message) => shown.push(message)).send(message, request)
    expect(shown).toEqual([{ phoneEnding: '8000', code: '123456', ...request }])
  })

  it('go to the gateway with its authorization, and its refusal is reported', async () => {
    const got: { body: string; authorization: string | undefined }[] = []
    let status = 200
    const gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        got.push({ body, authorization: request.headers.authorization })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const sender = httpSmsSender({ url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`, authorization: 'Bearer x' })
    await sender.send(message, request)
    expect(JSON.parse(got[0]?.body ?? '')).toEqual({ phone: '13800138000', code: '123456', text: '【社区投票平台】验证码 123456，5分钟内有效。' })
    expect(got[0]?.authorization).toBe('Bearer x')
    status = 500
    await expect(sender.send(message, request)).rejects.toThrow('500')
    gateway.close()
  })
})

describe('sessions and locks', () => {
  const life = { idle: 100, total: 500 }
  const session = { created_at: 0, used_at: 300, ended_at: null, end_reason: null }
  it.each([
    [session, 399, 'live'],
    [session, 400, 'expired'],
    [{ ...session, used_at: 499 }, 500, 'expired'],
    // Timestamps of a wrong clock are ignored; a few minutes between two servers' clocks are not wrong.
    [{ ...session, created_at: 10_000_000, used_at: 10_000_000 }, 300, 'expired'],
    [{ ...session, used_at: 10_000_000 }, 99, 'live'],
    [{ ...session, used_at: 10_000_000 }, 100, 'expired'],
    [{ ...session, created_at: 60_000, used_at: 60_000 }, 300, 'live'],
    [{ ...session, ended_at: 1, end_reason: 'loggedOut' as const }, 301, 'expired'],
    [{ ...session, ended_at: 1, end_reason: 'revoked' as const }, 301, 'revoked'],
  ])('a session is judged correctly (case %#)', (row, now, state) => expect(sessionState(row, now, life)).toBe(state))

  it('locks after the fifth failure in 15 minutes, for 15 minutes from the last one', () => {
    const minute = 60_000
    expect(
      lockedFor(
        [4, 3, 2, 1, 0].map((each) => each * minute),
        5 * minute,
      ),
    ).toBe(14 * minute)
    expect(
      lockedFor(
        [4, 3, 2, 1].map((each) => each * minute),
        5 * minute,
      ),
    ).toBe(0)
    expect(
      lockedFor(
        [16, 3, 2, 1, 0].map((each) => each * minute),
        17 * minute,
      ),
    ).toBe(0)
    expect(
      lockedFor(
        [4, 3, 2, 1, 0].map((each) => each * minute),
        19 * minute,
      ),
    ).toBe(0)
  })
})

describe('the server’s command line', () => {
  it('has defaults, takes secrets from the environment, and names invalid options', () => {
    expect(readOptions([], { VOTE_DATABASE_URL: 'postgres://x' })).toMatchObject({
      host: '127.0.0.1',
      port: 8790,
      databaseUrl: 'postgres://x',
      sessionLife: { idle: 7_200_000, total: 43_200_000 },
      trustedProxy: undefined,
      connectionsAnAddress: 200,
      smsPerHour: 200,
      smsPerDay: 1_000,
    })
    expect(readOptions(['--trust-proxy', '::1', '--sms-per-hour', '20', '--sms-per-day', '30'], {})).toMatchObject({
      trustedProxy: '::1',
      smsPerHour: 20,
      smsPerDay: 30,
    })
    expect(() => readOptions(['--trust-proxy', 'proxy.office'], {})).toThrow('启动参数 --trust-proxy 应为代理所在电脑的 IP 地址')
    expect(readOptions(['--connections-per-address', '400'], {}).connectionsAnAddress).toBe(400)
    expect(() => readOptions(['--connections-per-address', '1001'], {})).toThrow('启动参数 --connections-per-address 应为 1 到 1000 之间的整数')
    expect(() => readOptions(['--sms-per-day', '0'], {})).toThrow('启动参数 --sms-per-day 应为 1 到 1000000 之间的整数')
    expect(() => readOptions(['--port', '99999'], {})).toThrow('启动参数 --port 应为 0 到 65535 之间的整数')
    expect(() => readOptions(['--nonsense'], {})).toThrow('启动参数不正确')
  })

  it.each([
    'postgres://vote:secret@127.0.0.1/vote',
    'postgres://127.0.0.1/vote?user=vote&password=secret',
    'postgres://127.0.0.1/vote?sslpassword=secret',
    'postgres://vote:se cret@[/vote',
  ])('refuses a database password: %s', (address) => {
    expect(() => readOptions(['--database', address], {})).toThrow('数据库密码不能写在命令行里')
    expect(readOptions([], { VOTE_DATABASE_URL: address }).databaseUrl).toBe(address)
  })

  it('reads the database’s address from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vote-options-'))
    const file = join(folder, 'database.txt')
    const url = (...args: string[]) => readOptions(['--database-file', file, ...args], { VOTE_DATABASE_URL: 'postgres://other' }).databaseUrl
    expect(() => url()).toThrow(`无法读取启动参数 --database-file 指定的文件 ${file}`)
    writeFileSync(file, ' \n')
    expect(() => url()).toThrow('无法读取')
    writeFileSync(file, 'postgres://vote:secret@127.0.0.1/vote\n')
    expect(url()).toBe('postgres://vote:secret@127.0.0.1/vote')
    expect(url('--database', 'postgres://vote@10.0.0.5/vote')).toBe('postgres://vote@10.0.0.5/vote')
    rmSync(folder, { recursive: true, force: true })
  })
})
