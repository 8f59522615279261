import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RotatingFileStream } from 'rotating-file-stream'
import { describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../src/main/log.ts'
import { redact } from '../../../src/main/redact.ts'

const files = vi.hoisted((): RotatingFileStream[] => [])
// The real module, remembered so that its failure can be awaited.
vi.mock('rotating-file-stream', async (original) => {
  const real = await original<typeof import('rotating-file-stream')>()
  const createStream: typeof real.createStream = (...given) => {
    const file = real.createStream(...given)
    files.push(file)
    return file
  }
  return { ...real, createStream }
})

describe('the log', () => {
  it('contains no token, phone, ID number, captcha or query string anywhere in a line', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'log-')), 'not', 'there', 'yet')
    const { log, close } = createLog({ folder, isOnConsole: false })
    const token = 'Zx81kQpA7mNb3vCd5rTy9uIoP0sDf2gH'
    log.info(
      { url: `http://127.0.0.1:1/api/x?token=${token}&phone=13800138000`, nested: { 'x-auth-id': token, list: ['110101199003074514'] } },
      `手机 13800138000 验证码：123456`,
    )
    log.warn({ user: '110101900307451' }, '电话 +8613912345678 或 139-1234-5678')
    log.error({ err: new Error(`request failed: authId=${token} captcha: ab12`) }, 'call failed')
    const carrying = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', config: { data: '{"password":"geheim"}', owner: '欧阳' } })
    log.error({ err: new Error('outer', { cause: carrying }) }, 'with a cause')
    await close()
    const written = readFileSync(join(folder, 'main.log'), 'utf8')
    expect(written).toContain('call failed')
    expect(written).toContain('ECONNRESET')
    for (const carried of ['geheim', '欧阳']) expect(written).not.toContain(carried)
    expect(written).toContain('/api/x?…')
    for (const secret of [token, '13800138000', '110101199003074514', '123456', 'ab12', '13912345678', '139-1234', '110101900307451'])
      expect(written).not.toContain(secret)
  })

  it('does not fail the program if it cannot be written', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'a-file')
    writeFileSync(file, '')
    const { log, close } = createLog({ folder: file, isOnConsole: false })
    log.info('one')
    await new Promise((resolve) => files.at(-1)?.once('error', resolve))
    log.info('two')
    await expect(close()).resolves.toBeUndefined()
  })
})

describe('log redaction', () => {
  it('keeps what debugging needs', () => {
    const line = '{"level":40,"time":"2026-05-01T01:30:00.000Z","call":"property.import","ms":30001,"code":402,"msg":"refused"}\n'
    expect(redact(line)).toBe(line)
    const stack = 'Error: x\\n    at readAnswer (file:///C:/Program%20Files/vote/resources/app.asar/out/main/index.js:12:345)'
    expect(redact(stack)).toBe(stack)
  })
})
