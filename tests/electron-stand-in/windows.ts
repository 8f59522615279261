import { EventEmitter } from 'node:events'
import type { Image } from './image.ts'
import type { PageHost, Surroundings, WebPreferences } from './page-host.ts'
import { type Bounds, createPlacement, type Placement, type SizeLimits, type WindowState } from './placement.ts'
import { browserOf } from './runtime.ts'
import { createEvent, strict } from './strict.ts'
import { WebContents } from './web-contents.ts'

export interface WindowOptions extends Partial<Bounds>, SizeLimits {
  readonly title?: string
  readonly show?: boolean
  readonly parent?: Window | null
  readonly modal?: boolean
  readonly webPreferences?: WebPreferences
}

/** What windows need from the surrounding program. */
export interface WindowSurroundings extends Surroundings {
  /** All open windows, in order of creation. */
  readonly windows: Map<number, Window>
  onCreated(window: Window): void
  onAllClosed(): void
}

/** Increasing counter: the window with the highest number is in front. */
let focusCount = 0

/** `BrowserWindow` with injected surroundings: `createBrowserWindow` makes the class that the app sees. */
export class Window extends EventEmitter {
  readonly id: number
  readonly webContents: WebContents
  /** Receives the browser's events of the page. */
  readonly host: PageHost
  private readonly surroundings: WindowSurroundings
  private readonly options: WindowOptions
  private title: string
  private isShown: boolean
  private wasPainted = false
  private isGone = false
  private focusedAt = 0
  private readonly placement: Placement
  private readonly whenGone = Promise.withResolvers<void>()

  constructor(surroundings: WindowSurroundings, options: WindowOptions = {}) {
    super()
    if (!surroundings.runtime.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    this.surroundings = surroundings
    this.options = options
    this.title = options.title ?? surroundings.runtime.name
    this.isShown = options.show ?? true
    this.placement = createPlacement(options)
    const self = strict('BrowserWindow', this, () => this.isGone)
    this.host = this.createHost(self)
    this.webContents = new WebContents(surroundings, this.host, options.webPreferences ?? {})
    this.id = this.webContents.id
    surroundings.windows.set(this.id, self)
    if (this.isShown) this.focus()
    this.webContents.opening.then(() => this.applyBounds()).catch(() => {}) // a page that could not be opened reports it itself
    surroundings.onCreated(self)
    return self
  }

  private createHost(self: this): PageHost {
    return {
      contentSize: () => this.placement.bounds(),
      onFirstPaint: () => {
        if (this.wasPainted) return
        this.wasPainted = true
        self.emit('ready-to-show', createEvent())
      },
      onTitle: (title) => {
        const event = createEvent()
        self.emit('page-title-updated', event, title, true)
        self.webContents.emit('page-title-updated', event, title, true)
        if (!event.defaultPrevented) this.title = title
      },
      onGone: () => this.onGone(),
      openWindow: (address, options) => {
        const window = new Window(this.surroundings, options)
        self.webContents.emit('did-create-window', window, { url: address })
        window.loadURL(address).catch((error: unknown) => console.error(error))
      },
    }
  }

  /** The page has ended: by the app, the user or a crash. */
  private onGone(): void {
    if (this.isGone) return
    this.isGone = true
    this.webContents.isGone = true
    const { windows, runtime } = this.surroundings
    windows.delete(this.id)
    this.webContents.emit('destroyed')
    this.emit('closed')
    this.whenGone.resolve()
    if (windows.size === 0 && !runtime.isQuitting) this.surroundings.onAllClosed()
  }

  // ---- closing

  close(): void {
    void this.tryClose()
  }

  /** Emits `close`; returns whether the window closed: the app (`close`) and the page (`beforeunload`) may refuse. */
  async tryClose(): Promise<boolean> {
    const event = createEvent()
    this.emit('close', event)
    if (event.defaultPrevented) return false
    if (!(await this.webContents.mayUnload())) return false
    this.destroy()
    await this.whenGone.promise
    return true
  }

  destroy(): void {
    void this.webContents.destroyPage()
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  // ---- visibility

  show(): void {
    this.showInactive()
    this.focus()
  }

  showInactive(): void {
    if (this.isShown) return
    this.isShown = true
    this.emit('show', createEvent())
  }

  hide(): void {
    if (!this.isShown) return
    this.isShown = false
    this.emit('hide', createEvent())
  }

  focus(): void {
    focusCount += 1
    this.focusedAt = focusCount
    this.emit('focus', createEvent())
  }

  isVisible = (): boolean => this.isShown && !this.isMinimized()
  isFocused = (): boolean => this.isVisible() && [...this.surroundings.windows.values()].every((other) => other.focusedAt <= this.focusedAt)

  // ---- position and size

  minimize = (): void => this.change(this.placement.enter('minimized'))
  maximize = (): void => this.change(this.placement.enter('maximized'))
  unmaximize = (): void => this.leave('maximized')
  restore = (): void => this.leave('minimized')
  setFullScreen = (isFull: boolean): void => (isFull ? this.change(this.placement.enter('fullscreen')) : this.leave('fullscreen'))
  setBounds = (bounds: Partial<Bounds>): void => this.change(this.placement.setBounds(bounds))
  setSize = (width: number, height: number): void => this.setBounds({ width, height })
  setContentSize = (width: number, height: number): void => this.setBounds({ width, height })
  setPosition = (x: number, y: number): void => this.setBounds({ x, y })
  center = (): void => this.change(this.placement.center())
  setMinimumSize = (minWidth: number, minHeight: number): void => this.placement.setLimits({ minWidth, minHeight })

  isMinimized = (): boolean => this.placement.state() === 'minimized'
  isMaximized = (): boolean => this.placement.state() === 'maximized'
  isFullScreen = (): boolean => this.placement.state() === 'fullscreen'
  isNormal = (): boolean => this.placement.state() === 'normal'
  getBounds = (): Bounds => ({ ...this.placement.bounds() })
  getContentBounds = (): Bounds => this.getBounds()
  getNormalBounds = (): Bounds => ({ ...this.placement.normalBounds() })
  getSize = (): [number, number] => [this.getBounds().width, this.getBounds().height]
  getContentSize = (): [number, number] => this.getSize()
  getPosition = (): [number, number] => [this.getBounds().x, this.getBounds().y]
  getMinimumSize = (): [number, number] => [this.placement.limits().minWidth ?? 0, this.placement.limits().minHeight ?? 0]

  private leave(state: WindowState): void {
    if (this.placement.state() === state) this.change(this.placement.enter('normal'))
  }

  private change(events: readonly string[]): void {
    void this.applyBounds()
    for (const name of events) this.emit(name, createEvent())
  }

  private async applyBounds(): Promise<void> {
    const page = await this.webContents.opening
    const { browser } = browserOf(this.surroundings.runtime).devtools
    const { x: left, y: top, width, height } = this.placement.bounds()
    try {
      const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: page.targetId })
      await browser.send('Browser.setWindowBounds', { windowId, bounds: { left, top } })
      await browser.send('Browser.setContentsSize', { windowId, width, height })
      if (this.webContents.getZoomFactor() !== 1) await this.webContents.applyZoom(page)
    } catch (error) {
      if (!this.isGone) console.error('A window could not be placed', error)
    }
  }

  // ---- other

  getTitle = (): string => this.title
  setTitle(title: string): void {
    this.title = title
  }

  getParentWindow = (): Window | null => this.options.parent ?? null
  getChildWindows = (): Window[] => [...this.surroundings.windows.values()].filter((window) => window.getParentWindow()?.id === this.id)
  isModal = (): boolean => this.options.modal ?? false
  loadURL = (address: string): Promise<void> => this.webContents.loadURL(address)
  loadFile = (path: string, options?: object): Promise<void> => this.webContents.loadFile(path, options)
  reload = (): void => this.webContents.reload()
  capturePage = (): Promise<Image> => this.webContents.capturePage()
}

/** Methods that need no effect here. */
const withoutEffect =
  'blur setMenu removeMenu setMenuBarVisibility setAutoHideMenuBar setProgressBar flashFrame setResizable setAlwaysOnTop setBackgroundColor setIcon moveTop setTitleBarOverlay setOverlayIcon setEnabled setContentProtection setSkipTaskbar'
for (const name of withoutEffect.split(' ')) Object.defineProperty(Window.prototype, name, { value: () => {} })

/** The `BrowserWindow` class as the app sees it. */
export function createBrowserWindow(surroundings: WindowSurroundings): object {
  const all = (): Window[] => [...surroundings.windows.values()]
  class BrowserWindow extends Window {
    constructor(options?: WindowOptions) {
      super(surroundings, options)
    }

    static getAllWindows = all
    static getFocusedWindow = (): Window | null => all().findLast((window) => window.isFocused()) ?? null
    static fromId = (id: number): Window | null => surroundings.windows.get(id) ?? null
    static fromWebContents = (contents: WebContents): Window | null => all().find((window) => window.webContents === contents) ?? null
  }
  return strict('BrowserWindow', BrowserWindow)
}

/** `webContents`: the pages of all windows. */
export function createWebContentsModule(windows: ReadonlyMap<number, Window>): object {
  const all = (): WebContents[] => [...windows.values()].map((window) => window.webContents)
  return strict('webContents', {
    getAllWebContents: all,
    getFocusedWebContents: () => all().at(-1) ?? null,
    fromId: (id: number) => all().find((contents) => contents.id === id),
    fromDevToolsTargetId: (targetId: string) => all().find((contents) => contents.targetId === targetId),
  })
}
