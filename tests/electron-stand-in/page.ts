import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { handledPattern } from './addresses.ts'
import type { Browser } from './chromium.ts'
import { createCodec } from './codec.ts'
import type { DevtoolsSession } from './devtools.ts'
import type { FromPage, PageConfiguration, ToPage } from './messages.ts'
import { pageShim } from './page-shim.ts'

/** One page of the browser, with the script in it that the preload needs. */
export interface Page {
  readonly targetId: string
  readonly session: DevtoolsSession
  /** Speaks to the page's current document; what comes while it changes is lost, as in Electron. */
  post(message: ToPage): void
  /** Ends the page, without asking it. */
  close(): Promise<void>
}

export interface PageOptions {
  readonly width: number
  readonly height: number
  readonly locale: string
  /** The preload's file. */
  readonly preload: string | undefined
  onMessage(message: FromPage): void
}

/** Opens an empty page that is ready to go to its first address. */
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
    // The protocol calls it an object of unknown form, and documents it as {isDefault, type, frameId}.
    const { isDefault, frameId } = context.auxData as unknown as { isDefault: boolean; frameId: string }
    if (isDefault && frameId === targetId) contextId = context.id
  })
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === binding) options.onMessage(JSON.parse(payload) as FromPage) // the shim wrote it
  })

  const { platform, arch, versions } = process
  const configuration: PageConfiguration = { binding, receiver, platform, arch, versions: { ...versions } }
  // A Chromium without language packs would speak English to the page.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${versions['chrome']} Electron/${versions['electron']} Safari/537.36`
  await Promise.all([
    session.send('Emulation.setLocaleOverride', { locale }),
    session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale }),
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Runtime.addBinding', { name: binding }),
    session.send('Runtime.enable'),
    // Documents of any address, so that the app can refuse a navigation; everything, where the app's own handler answers.
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

/** The script as text. Node strips types by blanking them out, so a function's own text is plain JavaScript. */
function shimSource(configuration: PageConfiguration, preload: string | undefined): string {
  const bundle = preload === undefined ? 'null' : `function (require, module, exports, process) {${readFileSync(preload, 'utf8')}\n}`
  return `(${pageShim.toString()})(${JSON.stringify(configuration)}, ${createCodec.toString()}, ${bundle})`
}
