import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { handledPattern } from './addresses.ts'
import type { Browser } from './chromium.ts'
import { createCodec } from './codec.ts'
import type { DevtoolsSession } from './devtools.ts'
import type { FromPage, PageConfiguration, ToPage } from './messages.ts'
import { pageShim } from './page-shim.ts'

/** A page of the browser, with the script that the preload needs. */
export interface Page {
  readonly targetId: string
  readonly session: DevtoolsSession
  /** Sends to the page's current document; messages during a navigation are lost, as in Electron. */
  post(message: ToPage): void
  /** Closes the page without asking it. */
  close(): Promise<void>
}

export interface PageOptions {
  readonly width: number
  readonly height: number
  readonly locale: string
  /** Path of the preload file. */
  readonly preload: string | undefined
  onMessage(message: FromPage): void
}

/** Opens an empty page, ready for its first navigation. */
export async function openPage(browser: Browser, options: PageOptions): Promise<Page> {
  const whole = browser.devtools.browser
  const { width, height, locale } = options
  const { targetId } = await whole.send('Target.createTarget', { url: 'about:blank', width, height, newWindow: true })
  const { sessionId } = await whole.send('Target.attachToTarget', { targetId, flatten: true })
  const session = browser.devtools.session(sessionId)

  const mark = randomBytes(6).toString('hex')
  const binding = `standInCarry${mark}`
  const receiver = `standInReceive${mark}`
  let contextId: number | undefined
  session.on('Runtime.executionContextCreated', ({ context }) => {
    // Typed as an unknown object by the protocol, which documents it as {isDefault, type, frameId}.
    const { isDefault, frameId } = context.auxData as unknown as { isDefault: boolean; frameId: string }
    if (isDefault && frameId === targetId) contextId = context.id
  })
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === binding) options.onMessage(JSON.parse(payload) as FromPage) // the shim wrote it
  })

  const { platform, arch, versions } = process
  const configuration: PageConfiguration = { binding, receiver, platform, arch, versions: { ...versions } }
  // Without language packs Chromium would report English to the page.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${versions['chrome']} Electron/${versions['electron']} Safari/537.36`
  await Promise.all([
    session.send('Emulation.setLocaleOverride', { locale }),
    session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale }),
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Runtime.addBinding', { name: binding }),
    session.send('Runtime.enable'),
    // Intercepts documents of any address, so that the app can refuse a navigation, and all requests served by the app's handler.
    session.send('Fetch.enable', { patterns: [{ urlPattern: handledPattern }, { urlPattern: '*', resourceType: 'Document' }] }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: shimSource(configuration, options.preload) }),
  ])

  return {
    targetId,
    session,
    post(message) {
      if (contextId === undefined) return
      const call = {
        functionDeclaration: `function (text) { globalThis.${receiver}?.(text) }`,
        executionContextId: contextId,
        arguments: [{ value: JSON.stringify(message) }],
      }
      session.send('Runtime.callFunctionOn', call).catch(() => {}) // the document changed meanwhile
    },
    async close() {
      await whole.send('Target.closeTarget', { targetId })
    },
  }
}

/** The script's source. Node strips types by blanking, so a function's own text is plain JavaScript. */
function shimSource(configuration: PageConfiguration, preload: string | undefined): string {
  const bundle = preload === undefined ? 'null' : `function (require, module, exports, process) {${readFileSync(preload, 'utf8')}\n}`
  return `(${pageShim.toString()})(${JSON.stringify(configuration)}, ${createCodec.toString()}, ${bundle})`
}
