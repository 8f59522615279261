import { once, EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebContents } from 'electron'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createDevPageHandler } from '../../../src/main/devPage.ts'
import { createPageHandler, isOwnAddress, privilegedScheme, secureContents, secureSession } from '../../../src/main/security.ts'

let serve: (request: Request) => Promise<Response>

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  const renderer = join(folder, 'renderer')
  mkdirSync(join(renderer, 'assets'), { recursive: true })
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>社区投票平台</title>')
  writeFileSync(join(renderer, 'assets', 'index-1.js'), 'let a')
  writeFileSync(join(folder, 'secret.js'), 'secret')
  writeFileSync(join(folder, 'renderer-secret.js'), 'secret')
  serve = createPageHandler(renderer)
})

const get = (address: string, method = 'GET') => serve(new Request(address, { method }))

describe('the page’s scheme', () => {
  it('serves the bundle with a policy without network, frames and foreign scripts', async () => {
    const page = await get('app://console/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('社区投票平台')
    const policy = Object.fromEntries(
      (page.headers.get('content-security-policy') ?? '').split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    )
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' blob: data:",
      'font-src': "'self' data:",
      'connect-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    const script = await get('app://console/assets/index-1.js')
    expect([script.status, script.headers.get('content-type'), script.headers.get('x-content-type-options')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'nosniff',
    ])
  })

  it('serves the page for route addresses, and 404 for a missing file', async () => {
    expect(await (await get('app://console/estate/Index?redirect=/x')).text()).toContain('社区投票平台')
    expect((await get('app://console/assets/none.js')).status).toBe(404)
    expect((await get('app://console/favicon.ico')).status).toBe(404)
  })

  it.each([
    'app://console/../secret.js',
    'app://console/%2e%2e/secret.js',
    'app://console/assets/..%2f..%2fsecret.js',
    'app://console/assets/..%5c..%5csecret.js',
    'app://console/%2e%2e%2frenderer-secret.js',
    'app://console//etc/passwd.js',
    'app://console/C:/secret.js',
    'app://console/%00secret.js',
    'app://console/%zz.js',
    'app://other/index.html',
    'https://console/index.html',
  ])('never leaves its folder or host: %s', async (address) => {
    const answer = await get(address)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('secret')
  })

  it('accepts no other method', async () => {
    expect((await get('app://console/', 'POST')).status).toBe(404)
  })
})

it('an own address needs the exact scheme and host', () => {
  expect(['app://console/', 'app://console/a#b'].map(isOwnAddress)).toEqual([true, true])
  expect(['app://console.evil/', 'app://console@evil/', 'apps://console/', 'https://console/', 'about:blank', 'javascript:1', ''].map(isOwnAddress)).toEqual(
    Array.from({ length: 7 }, () => false),
  )
})

it('the page cannot navigate, open windows or attach webviews', () => {
  const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: vi.fn() })
  secureContents(contents as unknown as WebContents, { warn: vi.fn() })
  const attempt = (name: string, address: string) => {
    const event = { url: address, preventDefault: vi.fn() }
    contents.emit(name, event, address)
    return event.preventDefault.mock.calls.length > 0
  }
  for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
    expect(attempt(name, 'https://evil.example/')).toBe(true)
    expect(attempt(name, 'file:///C:/x.html')).toBe(true)
    expect(attempt(name, 'app://console/estate/Index')).toBe(false)
  }
  expect(attempt('will-attach-webview', '')).toBe(true)
  const [handler] = contents.setWindowOpenHandler.mock.calls[0] as [(details: { url: string }) => unknown]
  expect(handler({ url: 'https://evil.example/' })).toEqual({ action: 'deny' })
})

it('every permission is denied, and every browser download is blocked', () => {
  const session = Object.assign(new EventEmitter(), { setPermissionRequestHandler: vi.fn(), setPermissionCheckHandler: vi.fn() })
  const handle = vi.fn()
  secureSession({ session: session as never, protocol: { handle }, servePage: serve, log: { warn: vi.fn() } })
  expect(handle).toHaveBeenCalledWith('app', serve)
  const answer = vi.fn()
  const [request] = session.setPermissionRequestHandler.mock.calls[0] as [(contents: unknown, permission: string, answer: (isAllowed: boolean) => void) => void]
  request(null, 'media', answer)
  expect(answer).toHaveBeenCalledWith(false)
  const [check] = session.setPermissionCheckHandler.mock.calls[0] as [() => boolean]
  expect(check()).toBe(false)
  const download = { preventDefault: vi.fn() }
  session.emit('will-download', download)
  expect(download.preventDefault).toHaveBeenCalled()
})

it('the page caches no compiled scripts, and its scheme keeps its safe privileges', () => {
  expect(privilegedScheme.privileges).toEqual({ standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: false })
})

it('in development the page comes from Vite at its own address, and may connect to that server only', async () => {
  const vite = createServer((request, answer) => answer.setHeader('content-type', 'text/javascript').end(`${request.url} ${request.headers.accept}`))
  await once(vite.listen(0, '127.0.0.1'), 'listening')
  const { port } = vite.address() as AddressInfo
  try {
    const serveDeveloped = createDevPageHandler({ ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}` })
    const answer = await serveDeveloped(new Request('app://console/main.tsx?t=1', { headers: { accept: 'text/css' } }))
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/javascript', '/main.tsx?t=1 text/css'])
    expect(answer.headers.get('content-security-policy')).toMatch(new RegExp(`connect-src ws://127\\.0\\.0\\.1:${port}$`))
    expect((await serveDeveloped(new Request('app://other/main.tsx'))).status).toBe(404)
  } finally {
    vite.close()
  }
})
