import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSetupCode } from '../../src/server/entry/setup-code.ts'
import { onBothDatabases } from '../support/databases.ts'
import { PASSWORD } from '../support/passwords.ts'
import { startServer, type TestServer } from '../support/server.ts'

const NEEDED = { code: 403, message: '首个账号需要服务器上显示的初始化码' }

onBothDatabases('the first account of a standalone server', (engine) => {
  const folder = () => mkdtempSync(join(tmpdir(), 'vote-setup-'))
  const send = async (server: TestServer, bizid: string, phone: string) => {
    await server.client().raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${bizid}`)
    await server.client().get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid, imgcaptcha: '0000', phone })
  }
  const register = (server: TestServer, setupcode: string | undefined, address = '192.168.1.66', bizid = 'first') =>
    server.client('', address).post('/unifiedUser/register', {
      username: bizid === 'first' ? 'first_1' : 'second_1',
      password: PASSWORD,
      confirmpsw: PASSWORD,
      phone: bizid === 'first' ? '13800000001' : '13800000002',
      captcha: '0000',
      smscaptcha: '000000',
      biztype: 'REGISTER_IMGCAPTCHA',
      bizid,
      ...(setupcode === undefined ? {} : { setupcode }),
    })

  it('requires the code on the server’s console: a stranger who registers first is refused', async () => {
    const data = folder()
    const said: string[] = []
    const server = await startServer(engine, { setupCode: createSetupCode(data, (sentence) => said.push(sentence)) })
    const file = join(data, 'setup-code.txt')
    const code = readFileSync(file, 'utf8').trim()
    expect(code).toMatch(/^\d{8}$/)
    expect(said.join()).toContain(code)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)

    await send(server, 'first', '13800000001')
    const wrong = code === '11111111' ? '22222222' : '11111111'
    // A missing code does not count; ten wrong ones block the address.
    for (let attempt = 0; attempt < 12; attempt++) expect(await register(server, undefined)).toMatchObject(NEEDED)
    for (let attempt = 0; attempt < 10; attempt++) expect(await register(server, wrong)).toMatchObject(NEEDED)
    expect(await register(server, code)).toMatchObject({ code: 429, message: '初始化码错误次数过多，请在60分钟后再试' })
    expect((await server.client().get('/health')).data.hasAccounts).toBe(false)

    // None of these used up the message's code.
    const made = await register(server, code, '192.168.1.20')
    expect(made).toMatchObject({ code: 200, data: { roles: ['admin'] } })
    expect(existsSync(file)).toBe(false)
    await send(server, 'second', '13800000002')
    expect(await register(server, undefined, '192.168.1.20', 'second')).toMatchObject({ code: 200, data: { roles: [] } })
    const again = await server.restart()
    expect([existsSync(file), said.length]).toEqual([false, 1])
    await again.close()
  })

  it('requires no code if only the program itself reaches the server', async () => {
    const server = await startServer(engine)
    await send(server, 'first', '13800000001')
    expect(await register(server, undefined)).toMatchObject({ code: 200, data: { roles: ['admin'] } })
    await server.close()
  })
})
