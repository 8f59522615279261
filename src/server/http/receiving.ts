import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '#shared/contract/refusals.ts'
import { asEnvelope } from './errors.ts'

/** How long a call may take to arrive, in ms (`trust.md` section 9); what is done with it takes as long as it takes. */
export interface ReceivingTimes {
  readonly headers: number
  /** A body that is no upload, as a whole. */
  readonly body: number
  /** An upload, as a whole, and how long nothing of it may come. */
  readonly upload: number
  readonly silence: number
}

export const receivingTimes: ReceivingTimes = { headers: 10_000, body: 30_000, upload: 600_000, silence: 30_000 }

/** What a server must be created with, for its headers to be in time. */
export const headerOptions = ({ headers }: ReceivingTimes) => ({
  headersTimeout: headers,
  // The bodies have times of their own.
  requestTimeout: 0,
  connectionsCheckingInterval: Math.ceil(headers / 10),
  // Before the headers comes the agreement on the encryption.
  handshakeTimeout: headers,
})

const tooSlow = Buffer.from(JSON.stringify(asEnvelope(new Refusal('request.tooSlow'))))

/** Of each body that is on its way: gives it the time of an upload. */
const uploads = new WeakMap<IncomingMessage, () => void>()

/** Ends the connections on which a body is not whole in time; what was kept of it goes with them. */
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
    // The connection may carry many more.
    const done = (): void => {
      clear()
      request.socket.off('close', done)
    }
    request.once('end', done)
    request.socket.once('close', done)
  })
}

/** Calls `end` when nothing has come for a while; it counts bytes, since whoever listens to the body itself takes it from its reader. */
function whenSilent(socket: Socket, silence: number, end: () => void): NodeJS.Timeout {
  let [read, looks] = [socket.bytesRead, 0]
  return setInterval(() => {
    looks = socket.bytesRead === read ? looks + 1 : 0
    read = socket.bytesRead
    if (looks === LOOKS) end()
  }, silence / LOOKS)
}
/** Looks within the time of silence. */
const LOOKS = 10

/** An upload that is let in may take longer: some megabytes over a slow line are honest. */
export const takeUploadTime = (request: IncomingMessage): void => uploads.get(request)?.()

/** Says why, where nothing was said yet, and ends the connection. */
function cutOff({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void socket.destroy()
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'content-length': tooSlow.length, connection: 'close' }
  response.writeHead(200, headers).end(tooSlow)
}
