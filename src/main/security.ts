import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import type { CustomScheme, IpcMainInvokeEvent, Protocol, Session, WebContents } from 'electron'
import type { Log } from './log.ts'

/** The page's own address: a custom scheme, which reaches neither file paths nor the network. */
const SCHEME = 'app'
const HOST = 'console'
export const PAGE_URL = `${SCHEME}://${HOST}/`

/**
 * The page's scheme, to be registered with Electron before it is ready. Compiled scripts are not cached: V8 would run whatever
 * another program writes into the cache in the user's data.
 */
export const privilegedScheme: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: false },
}

/**
 * The page makes no requests: calls go through main. antd writes styles into the document, hence `unsafe-inline` for styles
 * only.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "connect-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

/** Whether an address is the page's own. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === `${SCHEME}:` && url.host === HOST
}

/**
 * Serves the renderer's bundle: only from that folder, only for our own host.
 *
 * An address without an extension is a screen and gets the page; unknown files are 404.
 */
export function createPageHandler(folder: string): (request: Request) => Promise<Response> {
  const root = resolve(folder)
  return async ({ url, method }) => {
    const path = isOwnAddress(url) && (method === 'GET' || method === 'HEAD') ? filePath(root, new URL(url).pathname) : null
    const bytes = path === null ? null : await readOrNull(path)
    const type = contentTypes[path === null ? '' : extname(path).toLowerCase()]
    if (bytes === null || type === undefined) return new Response('404', { status: 404, headers: pageHeaders('text/plain; charset=utf-8') })
    return new Response(new Uint8Array(bytes), { status: 200, headers: pageHeaders(type) })
  }
}

function filePath(root: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (/[\0\\:]/.test(decoded) || decoded.split('/').includes('..')) return null
  const path = resolve(join(root, extname(decoded) === '' ? 'index.html' : decoded))
  return path.startsWith(`${root}${sep}`) ? path : null
}

function pageHeaders(contentType: string): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  }
}

async function readOrNull(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path)
  } catch {
    return null
  }
}

interface SecureSessionOptions {
  readonly session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'on'>
  readonly protocol: Pick<Protocol, 'handle'>
  readonly servePage: (request: Request) => Promise<Response>
  readonly log: Pick<Log, 'warn'>
}

/** Secures the window's session: serves our scheme, denies all permissions, and prevents downloads. */
export function secureSession({ session, protocol, servePage, log }: SecureSessionOptions): void {
  protocol.handle(SCHEME, servePage)
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log.warn({ permission }, 'permission denied')
    answer(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.on('will-download', (event) => {
    log.warn('download prevented')
    event.preventDefault()
  })
}

/** Keeps a page at its own address: no navigation elsewhere, no webview, no new window. */
export function secureContents(contents: WebContents, log: Pick<Log, 'warn'>): void {
  const preventForeignNavigation = (event: { preventDefault(): void }, address: string) => {
    if (isOwnAddress(address)) return
    log.warn('navigation prevented')
    event.preventDefault()
  }
  contents.on('will-navigate', (event, address) => preventForeignNavigation(event, address))
  contents.on('will-redirect', (event, address) => preventForeignNavigation(event, address))
  contents.on('will-frame-navigate', (event) => preventForeignNavigation(event, event.url))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Whether a message comes from the page in our window's main frame. */
export function isTrustedSender({ sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, window: WebContents | null): boolean {
  if (window === null || senderFrame === null || sender.id !== window.id) return false
  return senderFrame.frameTreeNodeId === window.mainFrame.frameTreeNodeId && isOwnAddress(senderFrame.url)
}
