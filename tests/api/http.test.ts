import { get } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { APP_HEADERS, madeBefore, serverForAll, startServer, type Envelope } from '../support/server.ts'

// The envelope does not depend on the database, so one is enough.
describe('every call', () => {
  const server = serverForAll('sqlite')
  const member = madeBefore(() => server.member('admin_1'))
  let port: number
  beforeAll(async () => {
    port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  const send = (headers: Record<string, string>, payload?: string, url = '/api/vtestate/save') =>
    server.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers: { ...APP_HEADERS, 'x-auth-id': member.token, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })

  it.each([
    ['another application', { 'x-app-id': 'something-else' }],
    ['no application', { 'x-app-id': '' }],
    ['a foreign Host', { host: 'evil.example' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
  ])('is refused from %s with 401', async (_name, headers) => {
    expect((await send(headers, undefined, '/api/vtestate/getallestates')).json()).toEqual({
      code: 401,
      message: '非法的应用标识',
      data: null,
      reason: 'request.wrongApplication',
    })
  })

  it('is answered at a local address that was added after the start', async () => {
    // All of 127.0.0.0/8 arrives here, and the network interfaces name only one of its addresses.
    const other = await startServer('sqlite')
    try {
      const { port: otherPort } = new URL(await other.app.listen({ port: 0, host: '0.0.0.0' }))
      const ask = async (address: string, host: string): Promise<number> => {
        const answer = await new Promise<string>((resolve, reject) => {
          const sent = get({ host: address, port: otherPort, path: '/api/health', headers: { ...APP_HEADERS, host } }, (response) => {
            let text = ''
            response.on('data', (piece) => (text += String(piece))).on('end', () => resolve(text))
          })
          sent.on('error', reject)
        })
        return (JSON.parse(answer) as Envelope).code
      }
      expect(await ask('127.0.0.2', `127.0.0.2:${otherPort}`)).toBe(200)
      expect(await ask('127.0.0.2', 'evil.example')).toBe(401)
      expect(await ask('127.0.0.1', '127.0.0.2')).toBe(401)
    } finally {
      await other.close()
    }
  })

  it('answers an unknown path with an envelope', async () => {
    const response = await send({}, undefined, '/api/nowhere')
    expect([response.statusCode, response.json()]).toEqual([200, { code: 404, message: '接口不存在', data: null, reason: 'request.unknownEndpoint' }])
    expect((await send({}, undefined, '/api/%zz')).statusCode).toBe(200)
  })

  it('answers invalid HTTP and oversized headers with an envelope, then closes the connection', async () => {
    const say = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        let said = ''
        socket.on('data', (piece) => (said += String(piece)))
        socket.on('error', reject)
        socket.on('close', () => resolve(said))
      })
    const envelopeIn = (said: string): unknown => JSON.parse(said.split('\r\n\r\n')[1] ?? '')
    for (const nonsense of ['nonsense\r\n\r\n', 'GET /api/health HTTP/1.1\r\nhost 127\r\n\r\n', '\u0016\u0003\u0001\u0000']) {
      const said = await say(nonsense)
      expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(envelopeIn(said)).toEqual({ code: 400, message: '请求格式错误', data: null, reason: 'request.malformed' })
    }
    const flood = await say(`GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ${'y'.repeat(20_000)}\r\n\r\n`)
    expect(envelopeIn(flood)).toEqual({ code: 413, message: '请求内容过大', data: null, reason: 'request.tooLarge' })
  })

  const json = { 'content-type': 'application/json' }
  it.each([
    ['what is no JSON', json, '{"name":'],
    ['another content type', { 'content-type': 'text/plain' }, 'name=1'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=1'],
    ['a prototype', json, '{"name":"甲","__proto__":{"admin":true}}'],
    ['a constructor', json, '{"constructor":{"prototype":{"admin":true}}}'],
    ['a depth of 1,000', json, `{"name":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    ['an array', json, '[1,2]'],
    ['a number', json, '7'],
    ['null', json, 'null'],
  ])('refuses %s as 请求格式错误', async (_name, headers, payload) => {
    expect((await send(headers, payload)).json()).toMatchObject({ code: 400, message: '请求格式错误' })
  })

  it('refuses a body over 1 MB, or over 2 MB for calls that list ids, with 413', async () => {
    const tooLarge = { code: 413, message: '请求内容过大' }
    const ofBytes = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - 11) })
    const mebibyte = 1024 * 1024
    expect((await send(json, ofBytes(mebibyte + 1))).json()).toMatchObject(tooLarge)
    expect((await send(json, ofBytes(mebibyte))).json()).toMatchObject({ code: 400 })
    const listing = async (bytes: number) =>
      (
        await server.app.inject({
          method: 'POST',
          url: '/api/paper/out',
          headers: { ...APP_HEADERS, ...json, 'x-auth-id': member.token },
          payload: ofBytes(bytes),
        })
      ).json()
    expect(await listing(2 * mebibyte + 1)).toMatchObject(tooLarge)
    expect(await listing(2 * mebibyte)).toMatchObject({ code: 400 })
  })

  it('drains the rest of an oversized body and keeps the connection usable', async () => {
    const size = 12 * 1024 * 1024
    const headers = ['host: 127.0.0.1', 'x-app-id: community-vote-console', `x-auth-id: ${member.token}`].join('\r\n')
    const refused = `POST /api/vtestate/save HTTP/1.1\r\n${headers}\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`
    const next = `GET /api/vtestate/getallestates HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`
    const said = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(refused))
      let heard = ''
      socket.once('data', () => socket.write(`${'x'.repeat(size)}${next}`))
      socket.on('data', (piece) => (heard += String(piece)))
      socket.on('error', reject)
      socket.on('close', () => resolve(heard))
    })
    expect([...said.matchAll(/"code":(\d+)/g)].map(([, code]) => code)).toEqual(['413', '200'])
  })

  it.each([
    ['/file/image_upload', 'file'],
    ['/file/upload', 'file'],
    ['/vtpropertyinfo/importpropertyinfo', 'uploadfile'],
  ])('takes one file in a call to %s', async (path, field) => {
    const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n一些文字\r\n`
    const answer = await send({ 'content-type': 'multipart/form-data; boundary=x' }, `${part('1.png')}${part('2.png')}--x--`, `/api${path}`)
    const message = '上传文件数量不能超过 1 个!'
    expect(answer.json()).toMatchObject({ code: 400, message, data: [{ field, message }] })
  })

  it.each([
    ['missing', '{}', '请输入小区名称'],
    ['blank', '{"name":"  ","addr":"路1号"}', '请输入小区名称'],
    ['a number for a text', '{"name":1e309,"addr":"路1号"}', '小区名称格式不正确'],
    ['an array for a text', '{"name":["甲"],"addr":"路1号"}', '小区名称格式不正确'],
    ['null', '{"name":null,"addr":"路1号"}', '请输入小区名称'],
    ['nothing that can be seen', '{"name":"\\u200b\\ufeff","addr":"路1号"}', '请输入小区名称'],
    ['a NUL', '{"name":"甲\\u0000","addr":"路1号"}', '小区名称含有不允许的字符'],
    ['61 characters', JSON.stringify({ name: '甲'.repeat(61), addr: '路1号' }), '小区名称不能超过60个字符'],
  ])('names the first wrong field: %s', async (_name, payload, message) => {
    expect((await send(json, payload)).json()).toMatchObject({ code: 400, message })
  })

  it.each([
    [{ pageNo: 0 }],
    [{ pageNo: -1 }],
    [{ pageNo: 1e9 }],
    [{ pageNo: 'abc' }],
    [{ pageSize: 0 }],
    [{ pageSize: 100_000 }],
    [{ pageSize: 'abc' }],
    [{ pageNo: '1.5' }],
  ])('never dumps a table: %j', async (query) => {
    const answer = await member.get('/vtestate/list', query)
    expect(answer.code).toBe(400)
    expect(answer.message).toMatch(/^(页码|每页条数)/)
  })

  it('accepts numeric strings and unknown fields; a page past the end is empty with the true count', async () => {
    expect((await member.post('/vtestate/save', { name: '甲', addr: '路1号', unknown: 1 })).code).toBe(200)
    expect((await member.get('/vtestate/list', { pageNo: '9', pageSize: '10', other: 'x' })).data).toEqual({ datas: [], totalCount: 1 })
  })

  it('refuses a repeated query parameter', async () => {
    expect((await member.raw('/vtestate/getestatenodes?estateid=a&estateid=b')).json()).toMatchObject({ code: 400, message: '小区编号格式不正确' })
  })

  it('accepts null for an absent optional field', async () => {
    const estate = await member.post('/vtestate/save', { name: '空', addr: '路', provinceid: null, cityid: null, communityid: null })
    expect(estate.code).toBe(200)
    const property = {
      estateId: estate.data.estateid,
      period: '一期',
      zone: null,
      building: '1栋',
      unit: null,
      floor: null,
      room: '101',
      areasize: 80,
      personname: '张三',
      mobileno: '13800138000',
      idno: null,
    }
    const saved = await member.post('/vtpropertyinfo/save', property)
    expect(saved.code).toBe(200)
    expect((await member.post('/vtpropertyinfo/update', { propertyid: saved.data.propertyid, room: '102', personname: null })).code).toBe(200)
    expect((await member.get('/vtpropertyinfo/list', { estateId: estate.data.estateid })).data.datas).toMatchObject([
      { room: '102', personname: '张三', zone: '' },
    ])
    expect(await member.post('/vtestate/save', { name: null, addr: '路' })).toMatchObject({ code: 400, message: '请输入小区名称' })
  })

  it.each(['/static/temp.xlsx', '/temp_notify.xlsx', '/api/static/temp.xlsx'])('hands out the import template %s to a plain link', async (url) => {
    const response = await server.app.inject({ method: 'GET', url, headers: { host: '127.0.0.1' } })
    expect(response.headers['content-type']).toContain('spreadsheetml')
    expect([...response.rawPayload.subarray(0, 2)]).toEqual([80, 75])
  })

  it('refuses a large body from an unknown client before reading it', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { ...APP_HEADERS, 'content-type': 'application/json' },
      payload: JSON.stringify({ username: 'x'.repeat(100_000) }),
    })
    expect(response.json()).toMatchObject({ code: 413, message: '请求内容过大' })
  })

  it('reports an internal error by its number only', async () => {
    await server.database.write((tx) => tx.schema.alterTable('captcha').renameTo('captcha_gone').execute())
    const answer = await server.client().raw('/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=a')
    await server.database.write((tx) => tx.schema.alterTable('captcha_gone').renameTo('captcha').execute())
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual({
      code: 500,
      message: expect.stringMatching(/^系统异常，请稍后重试（编号 [0-9A-F]{8}）$/),
      data: null,
      reason: 'server.failed',
    })
  })
})
