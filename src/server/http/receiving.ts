import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '#shared/contract/refusals.ts'
import { asEnvelope } from './errors.ts'

/** Time limits for receiving a call, in ms (`trust.md` section 9); handling it is not limited. */
export interface ReceivingTimes {
  readonly headers: number
  /** A whole body other than an upload. */
  readonly body: number
  /** A whole upload, and the longest gap without data. */
  readonly upload: number
  readonly silence: number
}

export const receivingTimes: ReceivingTimes = { headers: 10_000, body: 30_000, upload: 600_000, silence: 30_000 }

/** Server options that enforce the time limit for headers. */
export const headerOptions = ({ headers }: ReceivingTimes) => ({
  headersTimeout: headers,
  // Bodies have time limits of their own.
  requestTimeout: 0,
  connectionsCheckingInterval: Math.ceil(headers / 10),
  // The TLS handshake precedes the headers.
  handshakeTimeout: headers,
})

const tooSlow = Buffer.from(JSON.stringify(asEnvelope(new Refusal('request.tooSlow'))))

/** For each body being received: extends its time limit to that of an upload. */
const uploads = new WeakMap<IncomingMessage, () => void>()

/** Closes connections whose body is not complete in time; whatever was kept of it is discarded. */
export function limitBodies(server: Server, times: ReceivingTimes): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) return
    const end = (): void => {
      if (!request.complete) cutOff(request, response)
    }
    let timers = [setTimeout(end, times.body)]
    const clear = (): void => {
      for (const timer of timers) clearTimeout(timer)
    }
    uploads.set(request, () => {
      clear()
      timers = [setTimeout(end, times.upload), whenSilent(request.socket, times.silence, end)]
    })
    // The connection may carry many more calls.
    const done = (): void => {
      clear()
      request.socket.off('close', done)
    }
    request.once('end', done)
    request.socket.once('close', done)
  })
}

/** Calls `end` after a period without data. Counts bytes, since listening for data would take it from the body's reader. */
function whenSilent(socket: Socket, silence: number, end: () => void): NodeJS.Timeout {
  let [read, looks] = [socket.bytesRead, 0]
  return setInterval(() => {
    looks = socket.bytesRead === read ? looks + 1 : 0
    read = socket.bytesRead
    if (looks === LOOKS) end()
  }, silence / LOOKS)
}
/** Checks per silence period. */
const LOOKS = 10

/** Gives an admitted upload more time: some megabytes over a slow line are legitimate. */
export const takeUploadTime = (request: IncomingMessage): void => uploads.get(request)?.()

/** Sends the reason if no answer was sent yet, then closes the connection. */
function cutOff({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void socket.destroy()
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'content-length': tooSlow.length, connection: 'close' }
  response.writeHead(200, headers).end(tooSlow)
}
