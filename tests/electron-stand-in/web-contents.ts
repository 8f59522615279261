import { EventEmitter } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { PrinterInfo } from 'electron'
import { toBrowser } from './addresses.ts'
import { createCodec } from './codec.ts'
import { createImage, type Image } from './image.ts'
import type { FromPage } from './messages.ts'
import { openPage, type Page } from './page.ts'
import { reportPageEvents } from './page-events.ts'
import type { MainFrame, OpenDetails, OpenHandler, PageHost, Surroundings, WebPreferences } from './page-host.ts'
import { browserOf } from './runtime.ts'
import { createEvent, strict } from './strict.ts'

const codec = createCodec()
const unloadDeadline = 5_000
const closeAgainAfter = 2_000
let lastId = 0

/** The options that the stand-in supports. */
interface PrintToPDFOptions {
  readonly landscape?: boolean
  readonly printBackground?: boolean
  readonly preferCSSPageSize?: boolean
  readonly generateTaggedPDF?: boolean
}

/** `webContents`: one page. */
export class WebContents extends EventEmitter {
  readonly id: number
  readonly mainFrame: MainFrame
  readonly session: object
  /** Resolves when the page exists in the browser. */
  readonly opening: Promise<Page>
  /** The page's target id in the browser, by which Playwright knows it. */
  targetId = ''
  /** The last requested address; `''` before the first. */
  requested = ''
  isGone = false
  private readonly surroundings: Surroundings
  private readonly host: PageHost
  private readonly preferences: WebPreferences
  private openHandler: OpenHandler | undefined
  private zoomFactor: number

  constructor(surroundings: Surroundings, host: PageHost, preferences: WebPreferences) {
    super()
    lastId += 1
    this.id = lastId
    this.surroundings = surroundings
    this.host = host
    this.preferences = preferences
    this.zoomFactor = preferences.zoomFactor ?? 1
    this.session = surroundings.defaultSession
    this.mainFrame = { url: '', origin: 'null', parent: null, processId: this.id, routingId: 1, frameTreeNodeId: this.id }
    const self = strict('webContents', this, () => this.isGone)
    this.opening = this.open(self)
    this.opening.catch((error: unknown) => console.error('A page could not be opened', error))
    return self
  }

  private async open(self: this): Promise<Page> {
    const { runtime, protocols } = this.surroundings
    const onMessage = (message: FromPage): void => self.onMessage(message)
    const { width, height } = this.host.contentSize()
    const page = await openPage(browserOf(runtime), { width, height, locale: runtime.locale, preload: this.preferences.preload, onMessage })
    this.targetId = page.targetId
    reportPageEvents({ contents: self, page, host: this.host, protocols })
    await this.applyZoom(page)
    return page
  }

  private onMessage(message: FromPage): void {
    switch (message.kind) {
      case 'invoke':
        void this.answer(message.id, message.channel, message.payload)
        break
      case 'send':
        this.surroundings.ipcMain.emit(message.channel, this.ipcEvent(), ...decodeArguments(message.payload))
        break
      case 'open':
        this.onOpen({ url: message.address, frameName: message.frameName, features: message.features, disposition: message.disposition })
        break
      case 'title':
        this.host.onTitle(message.title)
        break
      case 'preloadFailed':
        console.error(`Unable to load preload script: ${this.preferences.preload}\n${message.message}`)
        this.emit('preload-error', createEvent(), this.preferences.preload, new Error(message.message))
        break
    }
  }

  private ipcEvent(): object {
    return createEvent({ sender: this, senderFrame: this.mainFrame, frameId: 1, processId: this.id, ports: [], type: 'frame', reply: this.send.bind(this) })
  }

  private async answer(id: number, channel: string, payload: string): Promise<void> {
    const page = await this.opening
    try {
      const value = await this.surroundings.ipcMain.invoke(channel, this.ipcEvent(), decodeArguments(payload))
      page.post({ kind: 'answer', id, payload: codec.encode(value) })
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error)
      page.post({ kind: 'failure', id, message: String(error) })
    }
  }

  private onOpen(details: OpenDetails): void {
    const answer = this.openHandler?.(details) ?? { action: 'allow' as const }
    if (answer.action === 'allow') this.host.openWindow(details.url, answer.overrideBrowserWindowOptions ?? {})
  }

  send(channel: string, ...args: unknown[]): void {
    const payload = codec.encode(args)
    void this.opening.then((page) => page.post({ kind: 'event', channel, payload }))
  }

  async loadURL(address: string): Promise<void> {
    const page = await this.opening
    this.requested = address
    const ended = new AbortController()
    const loaded = new Promise<void>((resolve, reject) => {
      const onGone = (): void => reject(new Error(`ERR_ABORTED (-3) loading '${address}'`))
      const onLoaded = (): void => {
        this.off('destroyed', onGone)
        resolve()
      }
      this.once('did-finish-load', onLoaded)
      this.once('destroyed', onGone)
      ended.signal.addEventListener('abort', () => this.off('did-finish-load', onLoaded).off('destroyed', onGone))
    })
    loaded.catch(() => {}) // when the navigation fails this is not awaited
    const { errorText } = await page.session.send('Page.navigate', { url: toBrowser(address, this.surroundings.protocols.isHandled) })
    if (!errorText) return loaded
    ended.abort()
    const code = errorText.replace('net::', '')
    this.emit('did-fail-load', createEvent(), -2, code, address, true)
    throw Object.assign(new Error(`${code} (-2) loading '${address}'`), { code, errno: -2, url: address })
  }

  async loadFile(path: string, { hash, search, query }: { hash?: string; search?: string; query?: Record<string, string> } = {}): Promise<void> {
    const address = pathToFileURL(resolve(this.surroundings.runtime.files.root, path))
    if (hash !== undefined) address.hash = hash
    if (search !== undefined) address.search = search
    if (query !== undefined) address.search = new URLSearchParams(query).toString()
    return this.loadURL(address.href)
  }

  reload(): void {
    void this.opening.then((page) => page.session.send('Page.reload'))
  }

  async executeJavaScript(expression: string, userGesture = false): Promise<unknown> {
    const { session } = await this.opening
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as unknown
  }

  /**
   * Asks the page's `beforeunload` handlers, and `will-prevent-unload` if they object: whether the page may unload.
   *
   * As in Chromium, a page without user interaction cannot object; nor can one that does not answer.
   */
  async mayUnload(): Promise<boolean> {
    const asked = `navigator.userActivation.hasBeenActive && (() => {
      const event = document.createEvent('BeforeUnloadEvent')
      event.initEvent('beforeunload', false, true)
      dispatchEvent(event)
      return event.defaultPrevented || event.returnValue !== ''
    })()`
    const answer = this.executeJavaScript(asked).catch(() => false) // the page is gone or broken
    const objects = await Promise.race([answer, sleep(unloadDeadline, false, { ref: false })])
    return objects !== true || this.isUnloadForced()
  }

  /** Whether the app overrules the page: `preventDefault()` in `will-prevent-unload`. */
  isUnloadForced(): boolean {
    const event = createEvent()
    this.emit('will-prevent-unload', event)
    return event.defaultPrevented
  }

  /** Like `window.close()` in the page: the window is not asked. */
  close({ waitForBeforeUnload = false }: { waitForBeforeUnload?: boolean } = {}): void {
    const mayClose = waitForBeforeUnload ? this.mayUnload() : Promise.resolve(true)
    void mayClose.then((may) => (may ? this.destroyPage() : undefined))
  }

  /**
   * Closes the page; the window is notified afterwards.
   *
   * Chromium sometimes keeps a closed page open, so it is told again.
   */
  async destroyPage(): Promise<void> {
    try {
      const page = await this.opening
      do {
        await page.close()
        await sleep(closeAgainAfter, undefined, { ref: false })
      } while (!this.isGone)
    } catch {
      this.host.onGone() // it had ended already
    }
  }

  setZoomFactor(factor: number): void {
    this.zoomFactor = factor
    void this.opening.then((page) => this.applyZoom(page))
  }

  getZoomFactor(): number {
    return this.zoomFactor
  }

  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level)
  }

  getZoomLevel(): number {
    return Math.log(this.zoomFactor) / Math.log(1.2)
  }

  /** Zooms as the page sees it: fewer, larger pixels. Called again when the window is resized. */
  async applyZoom(page: Page): Promise<void> {
    if (this.zoomFactor === 1) return void (await page.session.send('Emulation.clearDeviceMetricsOverride'))
    const { width, height } = this.host.contentSize()
    const [zoomedWidth, zoomedHeight] = [Math.round(width / this.zoomFactor), Math.round(height / this.zoomFactor)]
    const metrics = { width: zoomedWidth, height: zoomedHeight, deviceScaleFactor: this.zoomFactor, mobile: false }
    await page.session.send('Emulation.setDeviceMetricsOverride', metrics)
  }

  async capturePage(): Promise<Image> {
    const { session } = await this.opening
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
    return createImage(Buffer.from(data, 'base64'))
  }

  async printToPDF(options: PrintToPDFOptions = {}): Promise<Buffer> {
    const { session } = await this.opening
    const { landscape = false, printBackground = false, preferCSSPageSize = false, generateTaggedPDF = false } = options
    const { data } = await session.send('Page.printToPDF', { landscape, printBackground, preferCSSPageSize, generateTaggedPDF })
    return Buffer.from(data, 'base64')
  }

  /** There is one printer, which keeps what it prints. */
  async getPrintersAsync(): Promise<PrinterInfo[]> {
    return [{ name: 'stand-in', displayName: '测试打印机', description: '', options: {} }]
  }

  print(options: PrintToPDFOptions = {}, callback?: (isPrinted: boolean, reason: string) => void): void {
    const kept = this.printToPDF({ ...options, preferCSSPageSize: true }).then(
      (pdf) => {
        this.surroundings.runtime.records.printed.push({ options, pdf })
        return ''
      },
      (error: unknown) => String(error),
    )
    // oxlint-disable-next-line promise/no-callback-in-promise -- Electron's own form
    void kept.then((reason) => callback?.(reason === '', reason))
  }

  async insertCSS(css: string): Promise<string> {
    await this.executeJavaScript(`{ const style = document.createElement('style'); style.textContent = ${JSON.stringify(css)}; document.head.append(style) }`)
    return '1'
  }

  setWindowOpenHandler(handler: (details: never) => ReturnType<OpenHandler>): void {
    this.openHandler = handler as OpenHandler // its details are as much of Electron's as the program reads
  }

  /** The window's creation options. */
  getLastWebPreferences(): WebPreferences {
    return this.preferences
  }

  getURL = (): string => this.mainFrame.url
  isDestroyed = (): boolean => this.isGone
  isCrashed = (): boolean => false
  isFocused = (): boolean => true
  isDevToolsOpened = (): boolean => false
  getOSProcessId = (): number => browserOf(this.surroundings.runtime).pid
  getDevToolsTargetId = (): string => this.targetId
  reloadIgnoringCache(): void {
    this.reload()
  }
}

/** Methods that need no effect here. */
const withoutEffect = 'focus stop openDevTools closeDevTools toggleDevTools setVisualZoomLevelLimits setBackgroundThrottling setIgnoreMenuShortcuts'
for (const name of withoutEffect.split(' ')) Object.defineProperty(WebContents.prototype, name, { value: () => {} })

function decodeArguments(payload: string): unknown[] {
  return codec.decode(payload) as unknown[] // the shim encodes the list of arguments
}
