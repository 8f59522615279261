import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type Client, type TestServer } from '../support/server.ts'

const tooMuch = { code: 429, message: '同时发送的内容过多，请等正在进行的上传完成后重试', data: null, reason: 'request.tooMuchAtOnce' }

let server: TestServer
let first: Client
let second: Client
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startServer('sqlite', { bodyLimits: { all: 5_000, anAccount: 3_000 } })
  ;[first, second] = [await server.member('admin_1'), await server.member('manager_1')]
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

const headOf = (client: Client, path: string, more: string) =>
  `POST /api${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-app-id: community-vote-console\r\nx-auth-id: ${client.token}\r\n${more}`

/** Starts a call with a body of the given size and sends one piece; resolves to the server's first response. */
function begin(client: Client, path: string, more: string): { readonly said: Promise<unknown>; readonly hangUp: () => Promise<void> } {
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(headOf(client, path, more))
  return {
    said: once(socket, 'data').then(([piece]) => JSON.parse(String(piece).split('\r\n\r\n')[1] ?? '') as unknown),
    hangUp: async () => {
      socket.destroy()
      await once(socket, 'close')
    },
  }
}
const json = (client: Client, bytes: number) => begin(client, '/vtestate/save', `content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n{"name":`)
/** A small invalid call: 400, or 429 if there is no room. */
const codeOf = async (client: Client): Promise<number> => (await client.post('/vtestate/save', { name: '' })).code
const until = (client: Client, code: number) => expect.poll(() => codeOf(client)).toBe(code)

it('limits the memory for request bodies per account and in total; a disconnect frees it', async () => {
  const held = json(first, 2_995)
  await until(first, 429)
  expect(await json(first, 100).said).toEqual(tooMuch)
  expect(await codeOf(second)).toBe(400)

  const more = json(second, 1_995)
  await until(second, 429)
  expect(await json(second, 100).said).toEqual(tooMuch)
  // Bodies of anonymous clients count towards the total.
  expect(await begin(server.client(), '/login', 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{').said).toEqual(tooMuch)
  await more.hangUp()
  await until(second, 400)
  expect(await codeOf(first)).toBe(429)
  await held.hangUp()
  await until(first, 400)
})

it('reserves the maximum room for a body without a declared length', async () => {
  const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n'
  expect(await begin(first, '/vtestate/save', chunked).said).toEqual(tooMuch)
})

it('an upload takes room as well, and frees it when complete', async () => {
  const form = (bytes: number) => begin(first, '/file/upload', `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${bytes}\r\n\r\n--b\r\n`)
  const held = form(2_995)
  await until(first, 429)
  expect(await form(1_000).said).toEqual(tooMuch)
  await held.hangUp()
  await until(first, 400)
  for (let count = 0; count < 4; count++) {
    const answer = await first.upload('/file/upload', { field: 'file', name: 'a.pdf', bytes: new Uint8Array(1_500) })
    expect(answer.code).not.toBe(429)
  }
})
