import { describe, expect, it } from 'vitest'
import { CONTRACT } from '../../src/shared/contract/envelope.ts'
import { endpoints } from '../../src/shared/contract/index.ts'
import { good } from '../support/activities.ts'
import { PASSWORD } from '../support/passwords.ts'
import { APP_HEADERS, madeBefore, serverForAll, type Envelope } from '../support/server.ts'

const KEY = 'k'.repeat(43)
const [OLDER, NEWER] = [String(CONTRACT - 1), String(CONTRACT + 1)]
const olderSentence = `办公室服务器版本较新（服务器 0.0.0-test、接口版本 ${CONTRACT}；本机 接口版本 ${OLDER}），请升级本机程序`
const newerSentence = `本机程序版本较新（服务器 0.0.0-test、接口版本 ${CONTRACT}；本机 接口版本 ${NEWER}），请升级办公室服务器`
/** Calls allowed for any contract version. */
const answered = ['/health', '/imgcaptcha', '/smscaptcha', '/login', '/unifiedUser/get', '/logout']

// These checks precede any database access.
describe('a call of another contract version', () => {
  const server = serverForAll('sqlite', { programKey: KEY })
  const admin = madeBefore(() => server.member('admin_1'))

  const send = async (contract: string | null, url: string, payload?: object, headers: Record<string, string> = {}): Promise<Envelope> => {
    const {
      statusCode,
      body,
      headers: sent,
    } = await server.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/api${url}`,
      headers: { ...APP_HEADERS, 'x-program-key': KEY, 'x-auth-id': admin.token, ...(contract === null ? {} : { 'x-contract': contract }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    expect(statusCode).toBe(200)
    return String(sent['content-type']).startsWith('application/json') ? (JSON.parse(body) as Envelope) : { code: 200, message: '', data: body }
  }

  it.each([
    [OLDER, olderSentence],
    [NEWER, newerSentence],
  ])('is refused with 426 and names the side to upgrade: %s', async (contract, message) => {
    expect(await send(contract, '/vtestate/getallestates')).toEqual({ code: 426, message, data: null, reason: 'request.otherContract' })
  })

  it.each(['', 'one', `${CONTRACT}.5`, `-${CONTRACT}`, `${CONTRACT}, ${CONTRACT}`, `0x${CONTRACT}`, 'NaN', '9'.repeat(400)])(
    'is refused where the number is none: %j',
    async (contract) => {
      expect(await send(contract, '/vtestate/getallestates')).toMatchObject({ code: 426, message: olderSentence.replace(/接口版本 \d+）/, '接口版本 不明）') })
    },
  )

  it('is refused for all endpoints but six, and for an unknown one', async () => {
    const others = Object.values(endpoints).filter(({ path }) => !answered.includes(path))
    expect(others.length).toBeGreaterThan(80)
    for (const { method, path } of others) expect((await send(NEWER, path, method === 'POST' ? {} : undefined)).code, path).toBe(426)
    expect((await send(NEWER, '/of/later')).code).toBe(426)
  })

  it('is answered for health, login, logout and the current user', async () => {
    for (const [index, contract] of [OLDER, NEWER, 'one'].entries()) {
      expect(await send(contract, '/health')).toMatchObject({ code: 200, data: { contract: CONTRACT, version: '0.0.0-test' } })
      expect(await send(contract, `/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=${contract}`)).toMatchObject({ code: 200 })
      const sms = `/smscaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=${contract}&imgcaptcha=0000&phone=1380013800${index}`
      expect(await send(contract, sms)).toMatchObject({ code: 200 })
      await send(contract, `/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=${contract}`)
      const { authId } = good(await send(contract, '/login', { username: 'admin_1', password: PASSWORD, captcha: '0000', bizid: contract })) as {
        authId: string
      }
      const own = { 'x-auth-id': authId }
      expect(await send(contract, '/unifiedUser/get', undefined, own)).toMatchObject({ code: 200, data: { username: 'admin_1' } })
      expect(await send(contract, '/logout', undefined, own)).toMatchObject({ code: 200 })
      expect(await send(contract, '/unifiedUser/get', undefined, own)).toMatchObject({ code: 443 })
    }
  })

  it('is checked after the application id and the program key, before the session', async () => {
    const url = '/vtestate/getallestates'
    expect(await send(NEWER, url, undefined, { 'x-app-id': 'something-else' })).toMatchObject({ code: 401 })
    expect(await send(NEWER, url, undefined, { 'x-program-key': 'guess' })).toMatchObject({ code: 401 })
    expect(await send(NEWER, url, undefined, { 'x-auth-id': 'nobody' })).toMatchObject({ code: 426 })
    expect(await send(String(CONTRACT), url, undefined, { 'x-auth-id': 'nobody' })).toMatchObject({ code: 443 })
  })

  it('a refused call changes nothing', async () => {
    const estate = { name: '翠湖花园', addr: '文三路1号' }
    const whole = async () => [good(await admin.get('/vtestate/getallestates')), good(await admin.get('/audit/list', { pageNo: 1, pageSize: 10 }))]
    const before = await whole()
    for (const contract of [OLDER, NEWER, 'one']) expect((await send(contract, '/vtestate/save', estate)).code).toBe(426)
    expect(await whole()).toEqual(before)
    // The call itself is valid.
    good(await send(String(CONTRACT), '/vtestate/save', estate))
    good(await send(null, '/vtestate/save', { ...estate, name: '桂花苑' }))
    expect(await whole()).not.toEqual(before)
  })
})
