import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, describe, expect, it } from 'vitest'
import { good } from '../support/activities.ts'
import { freePort } from '../support/postgres.ts'
import { confirm, startServer, type Client, type TestServer } from '../support/server.ts'

const FOREVER = 3_600_000
const tooSlow = { code: 400, message: '内容没有在规定时间内发送完，连接已断开，请检查网络后重试', data: null, reason: 'request.tooSlow' }

/** The server's output until it closes the connection. */
async function untilEnd(socket: Socket): Promise<unknown> {
  let said = ''
  socket.on('data', (piece) => (said += String(piece)))
  await once(socket, 'close')
  return JSON.parse(said.split('\r\n\r\n')[1] ?? '')
}

/** Tests each delay with all other timeouts disabled. */
describe.each(['its own port', 'the shared port'])('a call that never arrives in full on %s', (where) => {
  const never = { headers: FOREVER, body: FOREVER, upload: FOREVER, silence: FOREVER }
  const servers: TestServer[] = []
  afterAll(async () => {
    for (const server of servers) await server.close()
  })
  async function open(times: Partial<typeof never>): Promise<{ server: TestServer; member: Client; dial: () => Socket }> {
    const server = await startServer('sqlite', { times: { ...never, ...times } })
    servers.push(server)
    const member = await server.member('admin_1')
    if (where === 'its own port') {
      await server.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = server.app.server.address() as AddressInfo
      return { server, member, dial: () => connect(port, '127.0.0.1') }
    }
    await confirm(member)
    const port = await freePort()
    good(await member.post('/sharing/start', { port, address: '', keepon: false }))
    return { server, member, dial: () => connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }) }
  }
  const head = (path: string, member: Client, more: string) =>
    `POST /api${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-app-id: community-vote-console\r\nx-auth-id: ${member.token}\r\n${more}\r\n\r\n`
  const json = (member: Client) => head('/vtestate/save', member, 'content-type: application/json\r\ncontent-length: 40')
  const upload = (member: Client) =>
    `${head('/file/upload', member, 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000')}--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF`

  it('answers a timeout and closes the connection if its headers never end', async () => {
    const { dial } = await open({ headers: 200 })
    const socket = dial()
    socket.write('GET /api/health HTTP/1.1\r\nhost: 127')
    expect(await untilEnd(socket)).toEqual(tooSlow)
  })

  it('answers a timeout and closes the connection if its JSON body never ends, however much still comes', async () => {
    const { member, dial } = await open({ body: 200 })
    const socket = dial()
    socket.write(`${json(member)}{"name":`)
    const more = setInterval(() => socket.writable && socket.write(' '), 50)
    expect(await untilEnd(socket)).toEqual(tooSlow)
    clearInterval(more)
    expect(good(await member.get('/vtestate/list', { pageSize: 50 })).datas).toEqual([])
  })

  it('closes the connection of a refused call whose JSON body never ends', async () => {
    const { dial } = await open({ body: 200 })
    const socket = dial()
    socket.write(`${json({ token: 'nobody' } as Client)}{"name":`)
    expect(await untilEnd(socket)).toMatchObject({ code: 443 })
  })

  it('allows an upload more time, but not silence', async () => {
    const { member, dial } = await open({ body: 100, silence: 400 })
    const socket = dial()
    socket.write(upload(member))
    expect(await untilEnd(socket)).toEqual(tooSlow)
  })

  it('closes the connection of an upload that takes too long, however much still comes', async () => {
    const { member, dial } = await open({ body: 100, upload: 400 })
    const socket = dial()
    socket.write(upload(member))
    const more = setInterval(() => socket.writable && socket.write('x'), 20)
    expect(await untilEnd(socket)).toEqual(tooSlow)
    clearInterval(more)
  })
})

it('sequential calls over one connection leave no listeners on the socket', async () => {
  const server = await startServer('sqlite')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const carried: Socket[] = []
  server.app.server.on('request', ({ socket }: IncomingMessage) => carried.push(socket))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path: '/api/login', method: 'POST', agent, headers: { 'content-type': 'application/json' } })
      call.once('response', (response) => response.resume().once('end', resolve)).once('error', reject)
      call.end('{}')
    })
  await post()
  const before = carried[0]?.listenerCount('close')
  for (let turn = 0; turn < 12; turn += 1) await post()
  expect(new Set(carried).size).toBe(1)
  expect(carried).toHaveLength(13)
  expect(carried[0]?.listenerCount('close')).toBe(before)
  agent.destroy()
  await server.close()
})
