import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { policyToBrowser, schemeOf, toApp } from './addresses.ts'
import type { DevtoolsSession } from './devtools.ts'

export type ProtocolHandler = (request: Request) => Response | Promise<Response>

/** A request that the browser has paused until it is answered or continued. */
export interface PausedRequest {
  readonly requestId: string
  readonly request: { readonly url: string; readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly postData?: string }
}

/** `protocol` and `net`: custom schemes served by the app, and its own requests. */
export interface Protocols {
  readonly protocol: { handle(scheme: string, handler: ProtocolHandler): void }
  readonly net: object
  readonly isHandled: (scheme: string) => boolean
  /** Answers a browser request of a custom scheme. */
  serve(session: DevtoolsSession, paused: PausedRequest): Promise<void>
}

export function createProtocols(): Protocols {
  const handlers = new Map<string, ProtocolHandler>()
  const isHandled = (scheme: string): boolean => handlers.has(scheme)

  async function answer({ request }: PausedRequest): Promise<Response> {
    const address = toApp(request.url)
    const handler = handlers.get(schemeOf(address))
    if (handler === undefined) return new Response('No handler for this scheme', { status: 404 })
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, toApp(value)])
    return handler(new Request(address, { method: request.method, headers, ...(request.postData === undefined ? {} : { body: request.postData }) }))
  }

  async function serve(session: DevtoolsSession, paused: PausedRequest): Promise<void> {
    const { requestId } = paused
    try {
      const response = await answer(paused)
      const responseHeaders = [...response.headers].map(([name, value]) => ({
        name,
        value: name === 'content-security-policy' ? policyToBrowser(value, isHandled) : value,
      }))
      const body = Buffer.from(await response.arrayBuffer()).toString('base64')
      await session.send('Fetch.fulfillRequest', { requestId, responseCode: response.status, responseHeaders, body })
    } catch (error) {
      console.error(`The handler of ${paused.request.url} failed`, error)
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
    }
  }

  const protocol = {
    registerSchemesAsPrivileged: () => {}, // every scheme is standard and secure here
    handle: (scheme: string, handler: ProtocolHandler) => {
      if (handlers.has(scheme)) throw new Error(`The scheme '${scheme}' is already handled`)
      handlers.set(scheme, handler)
    },
    unhandle: (scheme: string) => handlers.delete(scheme),
    isProtocolHandled: isHandled,
  }
  return {
    isHandled,
    serve,
    protocol,
    net: { fetch: (target: string | URL | Request, init?: RequestInit) => fetchFor(target, init), isOnline: () => true, online: true },
  }
}

const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html'],
  ['.js', 'text/javascript'],
  ['.mjs', 'text/javascript'],
  ['.css', 'text/css'],
  ['.json', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain'],
])

/** `net.fetch`: like `fetch`, plus files. */
async function fetchFor(target: string | URL | Request, init?: RequestInit): Promise<Response> {
  const address = target instanceof Request ? target.url : String(target)
  if (schemeOf(address) !== 'file') return fetch(target, init)
  const path = fileURLToPath(address.replace(/[?#].*$/, ''))
  try {
    return new Response(await readFile(path), { headers: { 'content-type': mimeTypes.get(extname(path)) ?? 'application/octet-stream' } })
  } catch {
    throw new Error('net::ERR_FILE_NOT_FOUND')
  }
}
