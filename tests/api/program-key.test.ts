import { request } from 'node:https'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../src/shared/contract/index.ts'
import { good } from '../support/activities.ts'
import { freePort } from '../support/postgres.ts'
import { PASSWORD } from '../support/passwords.ts'
import { APP_HEADERS, confirm, madeBefore, registerAccount, serverForAll, type Envelope } from '../support/server.ts'

const KEY = 'k'.repeat(43)
const refused = { code: 401, message: '非法的应用标识', data: null }

const server = serverForAll('sqlite', { programKey: KEY })
const admin = madeBefore(() => server.member('admin_1'))

/** A call of another local process that knows everything but the key, or has guessed one. */
async function stranger(method: 'GET' | 'POST', url: string, guess?: string): Promise<Envelope> {
  const headers = { ...APP_HEADERS, 'x-auth-id': admin.token, ...(guess === undefined ? {} : { 'x-program-key': guess }) }
  const { statusCode, body } = await server.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: {} } : {}) })
  expect(statusCode).toBe(200)
  return JSON.parse(body) as Envelope
}

describe('the server inside a program', () => {
  test('answers no endpoint without the key, even for a logged-in user', async () => {
    const all = Object.values(endpoints)
    expect(all.length).toBeGreaterThan(80)
    for (const { method, path } of all) expect(await stranger(method, `/api${path}`), `${method} ${path}`).toMatchObject(refused)
  })

  test.each(['/static/temp.xlsx', '/api/temp_notify.xlsx', '/api/there/is/none', '/'])('answers %s without the key like any other path', async (path) => {
    expect(await stranger('GET', path)).toMatchObject(refused)
  })

  test.each(['', 'k', KEY.slice(1), `${KEY}k`, KEY.toUpperCase()])('refuses the wrong key %j', async (guess) => {
    expect(await stranger('GET', '/api/health', guess)).toMatchObject(refused)
  })

  test('answers its own program', async () => {
    expect(await server.client().get('/health')).toMatchObject({ code: 200 })
    expect(await admin.get('/unifiedUser/get')).toMatchObject({ code: 200 })
    expect((await admin.raw('/temp.xlsx')).statusCode).toBe(200)
  })

  test('lets no other program register or try a password', async () => {
    const bizid = 'guess'
    const login = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: APP_HEADERS,
      payload: { username: 'admin_1', password: PASSWORD, captcha: '0000', bizid },
    })
    expect(login.json()).toMatchObject(refused)
    await expect(registerAccount({ ...server.client(), get: (path) => stranger('GET', `/api${path}`) }, 'intruder_1')).rejects.toThrow('非法的应用标识')
    expect((good(await admin.get('/account/list', { page: 1, pageSize: 10 })).datas as unknown[]).length).toBe(1)
  })

  test('requires no key from other computers on the shared encrypted port', async () => {
    await confirm(admin)
    const port = await freePort()
    good(await admin.post('/sharing/start', { port, address: '', keepon: false }))
    const answer = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false, headers: { 'x-app-id': APP_HEADERS['x-app-id'] } })
        call.on('response', (response) => {
          let text = ''
          response.on('data', (chunk) => (text += String(chunk)))
          response.on('end', () => resolve(text))
        })
        call.once('error', reject)
        call.end()
      })
    expect(JSON.parse(await answer('/api/health'))).toMatchObject({ code: 200 })
    // The key also decides whose window shows a text message's code; no answer contains the code.
    const named = 'biztype=REGISTER_IMGCAPTCHA&bizid=desk'
    await answer(`/api/imgcaptcha?${named}`)
    const sent = await answer(`/api/smscaptcha?${named}&imgcaptcha=0000&phone=13800000077`)
    expect(JSON.parse(sent)).toEqual({ code: 200, message: 'success', data: null })
    expect(server.smsByOwnProgram.at(-1)).toBe(false)
    await registerAccount(server.client(), 'own_1', 78)
    expect(server.smsByOwnProgram.at(-1)).toBe(true)
    good(await admin.post('/sharing/stop', {}))
  })
})
