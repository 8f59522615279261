import { Agent } from 'node:https'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { expectedFailure } from '../../../src/main/failures.ts'
import { createSession, type Session } from '../../../src/main/session/session.ts'
import { createTransport } from '../../../src/main/network/transport.ts'
import { createVault } from '../../../src/main/vault.ts'
import { CONTRACT } from '../../../src/shared/contract/envelope.ts'

const log = { info: vi.fn(), warn: vi.fn() }

interface Heard {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}
type Behaviour = (heard: Heard, response: ServerResponse) => void

let server: Server
let heard: Heard[]
let behaviour: Behaviour
let address: string

function envelope(response: ServerResponse, code: number, data: unknown, message = code === 200 ? 'success' : '出错', reason?: string): void {
  response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify({ code, reason, message, data }))
}

async function listen(): Promise<void> {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) }
      heard.push(one)
      behaviour(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeEach(async () => {
  heard = []
  behaviour = (_one, response) => envelope(response, 200, null)
  await listen()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A test keychain: reversible, and visibly not plain text. */
const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text: string) => Promise.resolve(Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x55))),
  decryptStringAsync: (bytes: Buffer) => Promise.resolve({ result: Buffer.from(bytes.map((byte) => byte ^ 0x55)).toString(), shouldReEncrypt: false }),
  getSelectedStorageBackend: () => 'gnome_libsecret' as const,
}

function keptSessions(first: Record<string, string> = {}) {
  let sessions = first
  return {
    read: () => sessions,
    write: (next: Record<string, string>) => {
      sessions = next
    },
  }
}

function sessionOf({ kept = keptSessions(), storage = safeStorage, identity = 'embedded', headers = {} } = {}) {
  const ended: unknown[] = []
  const recheck = vi.fn()
  const onConfirmationAsked = vi.fn()
  const onCovered = vi.fn()
  const session = createSession({
    host: { identity, address: () => Promise.resolve(address), headers: () => headers, recheck },
    transport: createTransport(new Agent()),
    vault: createVault({ safeStorage: storage, kept, platform: 'win32', forgetsUnreadable: true, log }),
    onEnded: (event) => ended.push(event),
    onConfirmationAsked,
    onCovered,
    log,
  })
  session.start()
  return { session, ended, kept, recheck, onConfirmationAsked, onCovered }
}

const user = { userid: 'u1', username: 'zhang', nickName: '张三', sex: 0, phone: '13800138000', avatar: '', roles: ['admin'] }
const journalQuery = {
  query: { username: '', action: '', subject: '', activityId: '', condition: '', from: null, to: null, kind: '' as const, purpose: '', jobId: 'j' },
}
const credentials = { username: 'zhang', password: 'abcdefg1', captcha: '0000', bizId: 'b1' }

async function logIn(session: Session, authId = 'token-1'): Promise<void> {
  const before = behaviour
  behaviour = (_one, response) => envelope(response, 200, { authId, unifieduser: user, mustchange: false, lastlogin: null })
  await session.logIn(credentials)
  behaviour = before
}

const failureOf = async (promise: Promise<unknown>) => {
  try {
    return { value: await promise }
  } catch (error) {
    return expectedFailure(error) ?? { unexpected: error }
  }
}

describe('a call that needs the password again', () => {
  const reset = { body: { userId: 'u2', newPassword: 'abcdefg2' } }
  /** A server that requires the password first. */
  const careful = () => {
    let isConfirmed = false
    behaviour = ({ url, body }, response) => {
      if (url === '/api/account/confirm') {
        isConfirmed = JSON.parse(body.toString()).password === 'abcdefg1'
        return isConfirmed ? envelope(response, 200, { validuntil: '2026-05-01 09:05:00' }) : envelope(response, 400, null, '密码不正确')
      }
      return isConfirmed || url === '/api/logout' ? envelope(response, 200, null) : envelope(response, 445, null, '请再次输入密码')
    }
  }
  const paths = () => heard.map(({ url }) => url?.replace('/api/account/', ''))

  it('waits for the password and continues; concurrent calls share one prompt', async () => {
    const { session, onConfirmationAsked } = sessionOf()
    await logIn(session)
    careful()
    heard = []
    const [one, other] = [session.callForPage('account.resetPassword', reset), session.call('account.resetPassword', reset)]
    await expect.poll(() => onConfirmationAsked).toHaveBeenCalledTimes(2)
    expect(await failureOf(session.confirm('wrong'))).toMatchObject({ kind: 'refused', message: '密码不正确' })
    expect(paths()).toEqual(['resetpassword', 'resetpassword', 'confirm'])
    // Nothing is in progress that closing the program would interrupt.
    expect(session.underWay()).toEqual([])
    await session.confirm('abcdefg1')
    expect(await Promise.all([one, other])).toEqual([null, null])
    expect(paths()).toEqual(['resetpassword', 'resetpassword', 'confirm', 'confirm', 'resetpassword', 'resetpassword'])
  })

  it('is dropped if the user declines, or the session ends meanwhile', async () => {
    for (const giveUp of [async (session: Session) => session.declineConfirmation(), (session: Session) => session.logOut()]) {
      const { session, onConfirmationAsked } = sessionOf()
      await logIn(session)
      careful()
      const failure = failureOf(session.callForPage('account.resetPassword', reset))
      await expect.poll(() => onConfirmationAsked).toHaveBeenCalledTimes(1)
      heard = []
      await giveUp(session)
      expect(await failure).toMatchObject({ kind: 'refused', reason: 'account.unconfirmed', message: '请再次输入密码' })
      expect(paths()).not.toContain('resetpassword')
    }
  })

  it('a page’s own password call is refused', async () => {
    const { session } = sessionOf()
    await expect(session.callForPage('account.confirm', { body: { password: 'abcdefg1' } })).rejects.toThrow('页面不能直接进行此操作')
  })
})

describe('the cover', () => {
  /** A server whose session another window may have covered. */
  const covering = () => {
    const state = { isCovered: false }
    behaviour = ({ url, body }, response) => {
      if (url === '/api/account/cover') state.isCovered = true
      if (url === '/api/account/uncover') {
        if (JSON.parse(body.toString()).password !== 'abcdefg1') return envelope(response, 400, null, '密码不正确')
        state.isCovered = false
      }
      const isOpen = !state.isCovered || /cover|logout/.test(url ?? '')
      return isOpen ? envelope(response, 200, null) : envelope(response, 445, null, '屏幕已锁定，请输入密码解锁', 'account.covered')
    }
    return state
  }
  const ask = (session: Session) => failureOf(session.callForPage('job.cancel', { body: { jobId: 'j' } }))
  const covered = { kind: 'refused', code: 445, reason: 'account.covered' }

  it('blocks calls of page and main until the password is correct', async () => {
    const { session } = sessionOf()
    await logIn(session)
    covering()
    await session.cover()
    heard = []
    expect(await ask(session)).toMatchObject(covered)
    expect(await failureOf(session.call('job.cancel', { body: { jobId: 'j' } }))).toMatchObject(covered)
    expect(heard).toEqual([])
    expect(await failureOf(session.uncover('wrong'))).toMatchObject({ message: '密码不正确' })
    expect(await ask(session)).toMatchObject(covered)
    await session.uncover('abcdefg1')
    expect(await ask(session)).toEqual({ value: null })
  })

  it('stays even if the server is unreachable', async () => {
    const { session } = sessionOf()
    await logIn(session)
    behaviour = (_request, response) => response.destroy()
    await expect(session.cover()).rejects.toThrow()
    covering()
    expect(await ask(session)).toMatchObject(covered)
    await session.uncover('abcdefg1')
    expect(await ask(session)).toEqual({ value: null })
  })

  it('covers this window when another window of the session is covered, notifying the page once', async () => {
    const { session, onCovered } = sessionOf()
    await logIn(session)
    covering().isCovered = true
    expect(await Promise.all([ask(session), ask(session)])).toMatchObject([covered, covered])
    expect(onCovered).toHaveBeenCalledTimes(1)
    heard = []
    expect(await ask(session)).toMatchObject(covered)
    expect(heard).toEqual([])
  })

  it('is removed with the session', async () => {
    const { session } = sessionOf()
    await logIn(session)
    const state = covering()
    await session.cover()
    await session.logOut()
    state.isCovered = false
    await logIn(session)
    state.isCovered = false
    expect(await ask(session)).toEqual({ value: null })
  })

  it('a page’s own cover calls are refused', async () => {
    const { session } = sessionOf()
    for (const name of ['account.cover', 'account.uncover'] as const)
      await expect(session.callForPage(name, { body: { password: 'abcdefg1' } })).rejects.toThrow('页面不能直接进行此操作')
  })
})

describe('a call', () => {
  it('always has the application id, and the session id only after login if needed', async () => {
    const { session } = sessionOf()
    await session.callForPage('estate.all', {}).catch(() => undefined)
    expect(heard[0]?.headers).toMatchObject({ 'x-app-id': 'community-vote-console' })
    expect(heard[0]?.headers).not.toHaveProperty('x-auth-id')
    await logIn(session)
    behaviour = (_one, response) => envelope(response, 200, [])
    await session.callForPage('estate.all', {})
    await session.callForPage('system.health', {}).catch(() => undefined)
    expect(heard.at(-2)?.headers).toMatchObject({ 'x-app-id': 'community-vote-console', 'x-auth-id': 'token-1' })
    expect(heard.at(-1)?.headers).not.toHaveProperty('x-auth-id')
  })

  it('always has the contract version, also for the health check', async () => {
    const { session } = sessionOf()
    await logIn(session)
    await session.callForPage('estate.all', {}).catch(() => undefined)
    await session.download('audit.export', journalQuery, () => Promise.resolve()).catch(() => undefined)
    const transport = createTransport(new Agent())
    await transport.checkHealth(address)
    transport.close()
    expect(heard).toHaveLength(4)
    expect(heard.map(({ headers }) => headers['x-contract'])).toEqual(heard.map(() => String(CONTRACT)))
  })

  it('has the embedded server’s program key, before and after login, also for files', async () => {
    const { session } = sessionOf({ headers: { 'x-program-key': 'key-1' } })
    await session.callForPage('system.health', {}).catch(() => undefined)
    await logIn(session)
    await session
      .callForPage('property.import', {
        body: { estateId: 'e', isDryRun: false, jobId: 'j', mapping: '', corrections: [] },
        file: { name: 'a.xlsx', bytes: new Uint8Array([1]) },
      })
      .catch(() => undefined)
    await session.download('audit.export', journalQuery, () => Promise.resolve()).catch(() => undefined)
    expect(heard.map(({ url, headers }) => [url.split('?')[0], headers['x-program-key']])).toEqual([
      ['/api/health', 'key-1'],
      ['/api/login', 'key-1'],
      ['/api/vtpropertyinfo/importpropertyinfo', 'key-1'],
      ['/api/audit/export', 'key-1'],
    ])
  })

  it('translates between the program’s and the wire’s names in both directions', async () => {
    behaviour = (_one, response) =>
      envelope(response, 200, {
        datas: [
          {
            propertyid: 'p',
            estateId: 'e',
            period: '一期',
            zone: '',
            building: '3栋',
            unit: '',
            floor: '12',
            room: '1201',
            areasize: 89.5,
            personname: '张三',
            mobileno: '1',
            idno: '',
            category: 2,
            occupancy: null,
            remark: '',
            areasource: null,
            modifytime: '2026-05-01 09:00:00',
          },
        ],
        totalCount: 1,
      })
    const { session } = sessionOf()
    const answer = await session.callForPage('property.list', { query: { estateId: 'e', condition: '3栋 100%&x', pageNo: 2, pageSize: 20 } })
    expect(heard[0]).toMatchObject({ method: 'GET' })
    const url = new URL(heard[0]?.url ?? '', address)
    expect(url.pathname).toBe('/api/vtpropertyinfo/list')
    expect(Object.fromEntries(url.searchParams)).toEqual({ estateId: 'e', condition: '3栋 100%&x', pageNo: '2', pageSize: '20' })
    expect(answer).toMatchObject({ total: 1, rows: [{ id: 'p', areaHundredths: 8_950, ownerName: '张三', category: 2, areaSource: 0 }] })
  })

  it('posts JSON with areas in square metres', async () => {
    behaviour = (_one, response) => envelope(response, 200, { propertyid: 'new' })
    const { session } = sessionOf()
    const body = {
      estateId: 'e',
      period: '一期',
      zone: '',
      building: '3栋',
      unit: '',
      floor: '',
      room: '1201',
      areaHundredths: 8_950,
      ownerName: '张三',
      phone: '13800138000',
      idNumber: '',
      category: 3 as const,
      areaSource: 0 as const,
      occupancy: 0 as const,
      remark: '',
    }
    await expect(session.callForPage('property.save', { body })).resolves.toEqual({ id: 'new' })
    expect(heard[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(heard[0]?.body.toString() ?? '')).toMatchObject({
      estateId: 'e',
      areasize: 89.5,
      personname: '张三',
      mobileno: '13800138000',
      category: 3,
    })
  })

  it('a call with invalid input is never sent, and each wrong field is named once by its wire name', async () => {
    const { session } = sessionOf()
    const failure = await failureOf(
      session.callForPage('property.save', { body: { estateId: 'e', period: '', building: '3栋', areaHundredths: 0, phone: '138' } }),
    )
    expect(failure).toMatchObject({ kind: 'refused', code: 400, message: '请输入房产分期' })
    const { data } = failure as { data: { field: string; message: string }[] }
    expect(data).toContainEqual({ field: 'areasize', message: '面积必须是大于0的数字，最多两位小数' })
    expect(data).toContainEqual({ field: 'mobileno', message: '手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111' })
    expect(new Set(data.map(({ field }) => field)).size).toBe(data.length)
    for (const { message } of data) expect(message).toMatch(/\p{Script=Han}/u)
    for (const strange of [null, 7, 'x', { body: null }, { body: 3 }, { body: { areaHundredths: 'NaN' } }, { query: [] }]) {
      expect(await failureOf(session.callForPage('property.save', strange)), JSON.stringify(strange)).toMatchObject({ kind: 'refused', code: 400 })
    }
    expect(heard).toEqual([])
  })

  it('a call with a file is sent as multipart: fields first, bytes unchanged', async () => {
    behaviour = (_one, response) => envelope(response, 200, { total: 1, inserted: 1, updated: 0 })
    const { session } = sessionOf()
    // A view of a larger buffer: only the view may be sent.
    const bytes = new Uint8Array([9, 9, 0, 13, 10, 255, 9]).subarray(2, 6)
    await session.callForPage('property.import', {
      body: { estateId: 'e', isDryRun: true, jobId: 'j-1', mapping: '', corrections: [] },
      file: { name: '房产\r\n"x".xlsx', bytes },
    })
    const sent = heard[0]
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    const form = await new Response(new Uint8Array(sent?.body ?? []), { headers: { 'content-type': sent?.headers['content-type'] ?? '' } }).formData()
    expect([...form.keys()]).toEqual(['estateId', 'dryrun', 'jobid', 'mapping', 'corrections', 'uploadfile'])
    expect([form.get('estateId'), form.get('dryrun'), form.get('jobid')]).toEqual(['e', '1', 'j-1'])
    const file = form.get('uploadfile') as File
    expect(file.name).toBe('房产___x_.xlsx')
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array([0, 13, 10, 255]))
  })

  it('an upload with no file, an empty or a too large one is never sent', async () => {
    const { session } = sessionOf()
    const body = { estateId: 'e', isDryRun: false, jobId: '', mapping: '', corrections: [] }
    expect(await failureOf(session.callForPage('property.import', { body }))).toMatchObject({ code: 400, message: '请选择要上传的文件' })
    expect(await failureOf(session.callForPage('property.import', { body, file: { name: 'a.xlsx', bytes: new Uint8Array() } }))).toMatchObject({
      code: 400,
      message: '文件是空的，请重新选择',
    })
    const large = new Uint8Array(10 * 1024 * 1024 + 1)
    expect(await failureOf(session.callForPage('property.import', { body, file: { name: 'a.xlsx', bytes: large } }))).toMatchObject({
      code: 413,
      message: '大小不可超过10M',
    })
    expect(await failureOf(session.callForPage('property.import', { body, file: { name: 'a.xlsx', bytes: '/etc/passwd' } }))).toMatchObject({ code: 400 })
    expect(heard).toEqual([])
  })

  it('a picture call returns its bytes, or a refusal', async () => {
    behaviour = (_one, response) => response.setHeader('content-type', 'image/png').end(Buffer.from([1, 2, 3]))
    const { session } = sessionOf()
    const input = { query: { captchaType: 'LOGIN_IMGCAPTCHA', bizId: 'b' } }
    const answer = await session.callForPage('account.imageCaptcha', input)
    expect(answer).toEqual({ type: 'image/png', bytes: new Uint8Array([1, 2, 3]) })
    // Only those bytes are transferred.
    expect((answer as { bytes: Uint8Array }).bytes.buffer.byteLength).toBe(3)
    behaviour = (_one, response) => envelope(response, 429, null, '请求过于频繁，请 30 秒后再试')
    expect(await failureOf(session.callForPage('account.imageCaptcha', input))).toMatchObject({
      kind: 'refused',
      code: 429,
      message: '请求过于频繁，请 30 秒后再试',
    })
  })

  it('a path parameter is encoded within its segment', async () => {
    behaviour = (_one, response) => response.setHeader('content-type', 'image/png').end('x')
    const { session } = sessionOf()
    await session.callForPage('file.get', { params: { id: '../logout?a=b' } })
    expect(heard[0]?.url).toBe('/api/file/..%2Flogout%3Fa%3Db')
  })

  it('returns a refusal with its code, message and data', async () => {
    behaviour = (_one, response) => envelope(response, 402, { message: '共 1 处错误', errors: [{ row: 12, column: '手机号', message: '错' }] }, 'business')
    const { session } = sessionOf()
    expect(await failureOf(session.callForPage('estate.all', {}))).toEqual({
      kind: 'refused',
      reason: null,
      code: 402,
      message: 'business',
      data: { message: '共 1 处错误', errors: [{ row: 12, column: '手机号', message: '错' }] },
    })
    behaviour = (_one, response) => envelope(response, 999, null, '未知')
    expect(await failureOf(session.callForPage('estate.all', {}))).toMatchObject({ kind: 'refused', code: 500, message: '未知' })
  })

  it('returns a known reason, and drops an unknown one', async () => {
    const reasonOf = async (sent: object): Promise<unknown> => {
      behaviour = (_one, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ message: '不', data: null, ...sent }))
      const failure = await failureOf(sessionOf().session.callForPage('estate.all', {}))
      return 'reason' in failure ? failure.reason : failure
    }
    expect(await reasonOf({ code: 404, reason: 'estate.notFound' })).toBe('estate.notFound')
    expect(await reasonOf({ code: 404, reason: 'estate.ofTomorrow' })).toBeNull()
    expect(await reasonOf({ code: 404, reason: 'toString' })).toBeNull()
    expect(await reasonOf({ code: 404 })).toBeNull()
    // An older server's session ends as well.
    expect(await reasonOf({ code: 443 })).toBe('account.notLoggedIn')
    expect(await reasonOf({ code: 444 })).toBe('account.loggedOut')
  })

  it('never uses a proxy', async () => {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9')
    behaviour = (_one, response) => envelope(response, 200, [])
    await expect(sessionOf().session.callForPage('estate.all', {})).resolves.toEqual([])
  })
})

describe('an unreachable server', () => {
  const allEstates = (session: Session) => failureOf(session.callForPage('estate.all', {}))

  it('a refused connection: the call was not made, and the host checks the server', async () => {
    const free = createTcpServer()
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
    const { port } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const { session, recheck } = sessionOf()
    address = `http://127.0.0.1:${port}`
    expect(await allEstates(session)).toEqual({ kind: 'unreachable', message: '暂时取不到数据：连接不上服务器，服务器可能没有启动。连接恢复后页面会自动刷新' })
    expect(recheck).toHaveBeenCalledTimes(1)
  })

  it('a broken connection: the outcome is unknown, and the call is not repeated', async () => {
    behaviour = (_one, response) => response.destroy()
    expect(await allEstates(sessionOf().session)).toEqual({ kind: 'unreachable', message: '暂时没有取到数据：与服务器的连接中断，请重试' })
    expect(heard).toHaveLength(1)
  })

  it('a writing GET may have been executed too: its outcome is checked before a retry', async () => {
    const doubt = '与服务器的连接中断，刚才的操作可能已经完成，请先核对再提交'
    const marking = { ballotId: 'b', activityId: 'a', markedCode: 'C-1', propertyId: '', replacedCode: '' }
    behaviour = (_one, response) => response.destroy()
    const { session } = sessionOf()
    expect(await failureOf(session.callForPage('voting.mark', { query: {}, body: marking }))).toEqual({ kind: 'unreachable', message: doubt })
    expect(await failureOf(session.callForPage('activity.start', { query: { id: 'a' } }))).toEqual({ kind: 'unreachable', message: doubt })
    // A call that can be repeated safely needs no check.
    const picture = { name: 'a.png', bytes: new Uint8Array([1]) }
    expect(await failureOf(session.callForPage('file.uploadImage', { file: picture }))).toMatchObject({ message: '与服务器的连接中断，请稍后重试' })
    behaviour = (_one, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
    expect(await failureOf(session.callForPage('activity.start', { query: { id: 'a' } }))).toEqual({
      kind: 'unreachable',
      message: '服务器的回答无法识别（HTTP 502），请检查服务器地址和网络代理；刚才的操作可能已经完成，请先核对再提交',
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await failureOf(sessionOf().session.callForPage('activity.start', { query: { id: 'a' } }))).toEqual({
      kind: 'unreachable',
      message: '连接不上服务器，服务器可能没有启动，这次操作没有提交，请稍后重试',
    })
    await listen()
  })

  it('a foreign answer: half a response, a proxy’s page, another program’s JSON', async () => {
    behaviour = (_one, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' }).write('{"code"', () => response.destroy())
    }
    expect(await allEstates(sessionOf().session)).toMatchObject({ kind: 'unreachable' })
    behaviour = (_one, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
    expect(await allEstates(sessionOf().session)).toEqual({ kind: 'unreachable', message: '服务器的回答无法识别（HTTP 502），请检查服务器地址和网络代理' })
    behaviour = (_one, response) => response.setHeader('content-type', 'application/json').end('{"hello":1}')
    expect(await allEstates(sessionOf().session)).toMatchObject({ kind: 'unreachable' })
    behaviour = (_one, response) => envelope(response, 200, [{ wrong: true }])
    expect(await allEstates(sessionOf().session)).toMatchObject({ kind: 'local', message: expect.stringContaining('版本可能不同') as string })
  })

  it('a server that does not answer is given up in time', async () => {
    behaviour = () => undefined
    const transport = createTransport(new Agent())
    await expect(transport.send(address, { method: 'GET', path: '/api/x' }, {}, 150)).rejects.toMatchObject({
      name: 'Unreachable',
      message: expect.stringContaining('没有及时响应') as string,
    })
    transport.close()
  })

  it('is distinguished from one of another contract version, saying which side to upgrade', async () => {
    const transport = createTransport(new Agent(), '', '1.1.0')
    const healthOf = (contract: number, more: object = { status: 'ok', hasAccounts: false, database: 'sqlite' }) => {
      behaviour = (_one, response) => envelope(response, 200, { version: '1.2.0', contract, ...more })
      return transport.checkHealth(address)
    }
    await expect(healthOf(CONTRACT)).resolves.toBeNull()
    const both = (contract: number) => `（服务器 1.2.0、接口版本 ${contract}；本机 1.1.0、接口版本 ${CONTRACT}）`
    const [older, newer] = [CONTRACT - 1, CONTRACT + 1]
    const reason = 'request.otherContract'
    for (const more of [undefined, { status: 'of later' }]) {
      await expect(healthOf(newer, more)).resolves.toEqual({ reason, sentence: `办公室服务器版本较新${both(newer)}，请升级本机程序` })
      await expect(healthOf(older, more)).resolves.toEqual({ reason, sentence: `本机程序版本较新${both(older)}，请升级办公室服务器` })
    }
    transport.close()
  })

  it('is distinguished from a foreign server', async () => {
    const transport = createTransport(new Agent())
    behaviour = (_one, response) => envelope(response, 200, { status: 'ok', version: '1', hasAccounts: false, database: 'sqlite' })
    await expect(transport.checkHealth(address)).resolves.toBeNull()
    behaviour = (_one, response) => envelope(response, 500, null, '与 PostgreSQL 数据库的连接中断')
    await expect(transport.checkHealth(address)).resolves.toEqual({ reason: null, sentence: '与 PostgreSQL 数据库的连接中断' })
    behaviour = (_one, response) => envelope(response, 500, null, '共享已结束', 'sharing.ended')
    await expect(transport.checkHealth(address)).resolves.toEqual({ reason: 'sharing.ended', sentence: '共享已结束' })
    behaviour = (_one, response) => envelope(response, 500, null, '以后的原因', 'server.ofLater')
    await expect(transport.checkHealth(address)).resolves.toEqual({ reason: null, sentence: '以后的原因' })
    behaviour = (_one, response) => response.end('<html></html>')
    await expect(transport.checkHealth(address)).resolves.toEqual({ reason: null, sentence: '该地址不是社区投票平台的服务器' })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    transport.close()
    const fresh = createTransport(new Agent())
    await expect(fresh.checkHealth(address)).resolves.toEqual({ reason: null, sentence: '连接不上服务器，服务器可能没有启动' })
    fresh.close()
    await listen()
  })
})

describe('the session', () => {
  it('ends once for ten simultaneous expirations, and its token is deleted', async () => {
    const { session, ended, kept } = sessionOf()
    await logIn(session)
    await expect.poll(() => kept.read()).toHaveProperty('embedded')
    behaviour = (_one, response) => envelope(response, 443, null, '登录已失效，请重新登录')
    const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(session.callForPage('estate.all', {}))))
    for (const failure of failures) expect(failure).toMatchObject({ kind: 'refused', code: 443 })
    expect(ended).toEqual([{ reason: 'account.notLoggedIn', message: '登录已失效，请重新登录' }])
    await expect(session.isLoggedIn()).resolves.toBe(false)
    await expect.poll(() => kept.read()).toEqual({})
  })

  it('is not ended by a late answer to its predecessor’s call', async () => {
    const { session, ended } = sessionOf()
    await logIn(session, 'token-1')
    const late: ServerResponse[] = []
    behaviour = (_one, response) => void late.push(response)
    const slow = failureOf(session.callForPage('estate.all', {}))
    await expect.poll(() => late).toHaveLength(1)
    await logIn(session, 'token-2')
    envelope(late[0] as ServerResponse, 444, null, '你已被登出')
    expect(await slow).toMatchObject({ code: 444 })
    expect(ended).toEqual([])
    await expect(session.isLoggedIn()).resolves.toBe(true)
    behaviour = (_one, response) => envelope(response, 200, [])
    await session.callForPage('estate.all', {})
    expect(heard.at(-1)?.headers['x-auth-id']).toBe('token-2')
  })

  it('says so if it was ended from elsewhere', async () => {
    const { session, ended } = sessionOf()
    await logIn(session)
    behaviour = (_one, response) => envelope(response, 444, null, '你已被登出')
    await failureOf(session.callForPage('estate.all', {}))
    expect(ended).toEqual([{ reason: 'account.loggedOut', message: '你已被登出' }])
  })

  it('ends if the server no longer has its user, in the specification’s words and in Chinese', async () => {
    const { session, ended } = sessionOf()
    await logIn(session)
    behaviour = (_one, response) => envelope(response, 200, null)
    expect(await failureOf(session.callForPage('account.current', { query: {} }))).toMatchObject({ kind: 'refused', code: 443 })
    expect(ended).toEqual([{ reason: 'account.unknown', message: 'Verification failed, please Login again.\n没有查到您的登录信息，请重新登录。' }])
    await expect(session.isLoggedIn()).resolves.toBe(false)
  })

  it('never exposes the token to the page', async () => {
    const { session } = sessionOf()
    await logIn(session, 'secret-token')
    behaviour = (_one, response) => envelope(response, 200, { token: 'secret-token', mustchange: false, coverminutes: 15, ...user })
    expect(await session.callForPage('account.current', { query: {} })).toMatchObject({ token: '', username: 'zhang' })
    const before = heard.length
    expect(await failureOf(session.callForPage('account.logIn', { body: credentials }))).toMatchObject({ kind: 'local' })
    expect(await failureOf(session.callForPage('account.logOut', {}))).toMatchObject({ kind: 'local' })
    expect(heard).toHaveLength(before)
  })

  it('ends locally even if the server does not hear of it', async () => {
    const { session, kept } = sessionOf()
    await logIn(session)
    behaviour = (_one, response) => envelope(response, 200, null)
    await session.logOut()
    expect(heard.at(-1)).toMatchObject({ url: '/api/logout' })
    expect(heard.at(-1)?.headers['x-auth-id']).toBe('token-1')
    await expect(session.isLoggedIn()).resolves.toBe(false)

    await logIn(session)
    behaviour = (_one, response) => response.destroy()
    await session.logOut()
    await expect(session.isLoggedIn()).resolves.toBe(false)
    await expect.poll(() => kept.read()).toEqual({})
    const before = heard.length
    await session.logOut()
    expect(heard).toHaveLength(before)
  })

  it('knows the pending calls', async () => {
    const { session } = sessionOf()
    const waiting: ServerResponse[] = []
    behaviour = (_one, response) => void waiting.push(response)
    const call = session.callForPage('estate.all', {})
    await expect.poll(() => waiting).toHaveLength(1)
    expect(session.underWay()).toEqual(['estate.all'])
    envelope(waiting[0] as ServerResponse, 200, [])
    await call
    expect(session.underWay()).toEqual([])
  })
})

describe('the stored session', () => {
  it('survives a restart encrypted, for its own server only', async () => {
    const { session, kept } = sessionOf()
    await logIn(session, 'secret-token')
    await expect.poll(() => kept.read()).toHaveProperty('embedded')
    expect(JSON.stringify(kept.read())).not.toContain('secret-token')

    behaviour = (_one, response) => envelope(response, 200, [])
    const next = sessionOf({ kept })
    await expect(next.session.isLoggedIn()).resolves.toBe(true)
    await next.session.callForPage('estate.all', {})
    expect(heard.at(-1)?.headers['x-auth-id']).toBe('secret-token')

    const elsewhere = sessionOf({ kept, identity: 'http://10.0.0.5:8790' })
    await expect(elsewhere.session.isLoggedIn()).resolves.toBe(false)
  })

  it('stays in memory only without a keychain', async () => {
    const kept = keptSessions()
    const { session } = sessionOf({ kept, storage: { ...safeStorage, isAsyncEncryptionAvailable: () => Promise.resolve(false) } })
    await logIn(session)
    await expect(session.canKeep()).resolves.toBe(false)
    await expect(session.isLoggedIn()).resolves.toBe(true)
    expect(kept.read()).toEqual({})
  })

  it('is dropped without an error if the keychain can no longer decrypt it', async () => {
    const kept = keptSessions({ embedded: 'AAAA' })
    const { session } = sessionOf({ kept, storage: { ...safeStorage, decryptStringAsync: () => Promise.reject(new Error('no key')) } })
    await expect(session.isLoggedIn()).resolves.toBe(false)
    expect(kept.read()).toEqual({})
  })

  it('is not stored by Linux’s plain-text backend', async () => {
    const vault = createVault({
      safeStorage: { ...safeStorage, getSelectedStorageBackend: () => 'basic_text' as const },
      kept: keptSessions(),
      platform: 'linux',
      forgetsUnreadable: true,
      log,
    })
    await expect(vault.canKeep()).resolves.toBe(false)
  })
})

describe('a streamed file', () => {
  const query = journalQuery
  async function saved(session: Session) {
    const chunks: Uint8Array[] = []
    await session.download('audit.export', query, async (pieces) => {
      for await (const piece of pieces) chunks.push(piece)
    })
    return Buffer.concat(chunks).toString()
  }

  it('is forwarded piece by piece within the session, and counts as a pending call', async () => {
    const { session } = sessionOf()
    await logIn(session)
    let during: readonly string[] = []
    behaviour = (_one, response) => {
      response.setHeader('content-type', 'text/csv; charset=utf-8')
      response.write('序号\r\n')
      setImmediate(() => {
        during = session.underWay()
        response.end('1\r\n')
      })
    }
    expect(await saved(session)).toBe('序号\r\n1\r\n')
    expect(during).toEqual(['audit.export'])
    expect(session.underWay()).toEqual([])
    expect(heard.at(-1)?.url).toMatch(/^\/api\/audit\/export\?.*jobid=j/)
    expect(heard.at(-1)?.headers).toMatchObject({ 'x-auth-id': 'token-1' })
  })

  it('returns a refusal, and ends the session if it has expired', async () => {
    const { session, ended } = sessionOf()
    await logIn(session)
    behaviour = (_one, response) => envelope(response, 403, null, '没有权限：需要系统管理员')
    expect(await failureOf(saved(session))).toMatchObject({ kind: 'refused', code: 403, message: '没有权限：需要系统管理员' })
    behaviour = (_one, response) => envelope(response, 443, null, '登录已失效，请重新登录')
    expect(await failureOf(saved(session))).toMatchObject({ kind: 'refused', code: 443 })
    expect(ended).toEqual([{ reason: 'account.notLoggedIn', message: '登录已失效，请重新登录' }])
  })

  it('is discarded if interrupted', async () => {
    const { session, recheck } = sessionOf()
    let breakOff = (): unknown => undefined
    behaviour = (_one, response) => {
      response.setHeader('content-type', 'text/csv; charset=utf-8')
      response.write('序号\r\n')
      breakOff = () => response.destroy()
    }
    let received = ''
    const broken = session.download('audit.export', query, async (pieces) => {
      for await (const piece of pieces) {
        received += Buffer.from(piece).toString()
        breakOff()
      }
    })
    expect(await failureOf(broken)).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('暂时没有取到数据') })
    expect(received).toBe('序号\r\n')
    expect(recheck).toHaveBeenCalled()
  })

  it('is discarded if a zip ends early, even on a clean end of the response', async () => {
    const { session } = sessionOf()
    const zip = new ZipFile()
    zip.addBuffer(Buffer.alloc(3_000, 'evidence'), 'data.txt', { compress: false })
    zip.end()
    const whole = await buffer(zip.outputStream)
    const answer = (bytes: Uint8Array) => {
      behaviour = (_one, response) => {
        response.setHeader('content-type', 'application/zip')
        // In chunks that split the end record.
        for (let at = 0; at < bytes.length; at += 1_019) response.write(bytes.subarray(at, at + 1_019))
        response.end()
      }
      return sizeOf()
    }
    const sizeOf = async () => {
      let size = 0
      await session.download('audit.export', query, async (pieces) => {
        for await (const piece of pieces) size += piece.length
      })
      return size
    }
    expect(await answer(whole)).toBe(whole.length)
    for (const cut of [1, 2, 23, 80, whole.length - 1, whole.length])
      expect(await failureOf(answer(whole.subarray(0, whole.length - cut))), String(cut)).toMatchObject({
        kind: 'local',
        message: expect.stringContaining('没有传完'),
      })
    const holed = Buffer.concat([whole.subarray(0, 1_000), whole.subarray(1_001)])
    expect(await failureOf(answer(holed))).toMatchObject({ message: expect.stringContaining('没有传完') })
  })

  it('is cancelled at the server if it cannot be saved', async () => {
    const { session } = sessionOf()
    const gone = new Promise<void>((resolve) => {
      behaviour = (_one, response) => {
        response.setHeader('content-type', 'text/csv; charset=utf-8')
        response.on('close', () => resolve())
        response.write('序号\r\n')
      }
    })
    const save = async (pieces: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const piece of pieces) throw new Error(`disk full after ${piece.length} bytes`)
    }
    await expect(session.download('audit.export', query, save)).rejects.toThrow('disk full after 8 bytes')
    await gone
  })

  it('is cancelled at once by the page, whether the server sends data or not', async () => {
    const { session } = sessionOf()
    behaviour = (one, response) => {
      if (one.url.includes('cancel')) return envelope(response, 200, null)
      response.setHeader('content-type', 'text/csv; charset=utf-8')
      response.write('序号')
    }
    expect(session.cancellation('j').aborted).toBe(false)
    let size = 0
    let asked: Promise<unknown> = Promise.resolve()
    const stopped = session.download(
      'audit.export',
      query,
      async (pieces) => {
        for await (const piece of pieces) {
          size += piece.length
          asked = session.callForPage('job.cancel', { body: { jobId: 'j' } })
        }
      },
      session.cancellation('j'),
    )
    expect(await failureOf(stopped)).toMatchObject({ kind: 'unreachable' })
    await asked
    expect([size, session.cancellation('j').aborted, session.cancellation('k').aborted]).toEqual([6, true, false])
  })

  it('cannot be requested by a page', async () => {
    const { session } = sessionOf()
    expect(await failureOf(session.callForPage('audit.export', query))).toMatchObject({ kind: 'local' })
    expect(heard).toEqual([])
  })
})
