import type { BrowserWindow as Window, BrowserWindowConstructorOptions, Dialog, Display, Rectangle, Screen } from 'electron'
import { channels, type Events } from '#shared/bridge/bridge.ts'
import { askBeforeClosing, type WorkInProgress } from './closing.ts'
import type { Log } from './log.ts'
import { PAGE_URL, secureContents } from './security.ts'
import type { SessionEnd } from './sessionEnd.ts'
import type { WindowPlace } from './settings.ts'
import { TITLE } from './title.ts'

const MINIMUM = { width: 800, height: 600 } as const
const PREFERRED = { width: 1366, height: 768 } as const
/** Part of a restored window's upper edge that must be on a display for dragging. */
const DRAG_AREA = { width: 200, height: 60 } as const
const SHOW_AT_LATEST_MS = 8_000
const CRASHES_APART_MS = 60_000

interface WindowOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => Window
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly preload: string
  readonly hasDevTools: boolean
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** What the window needs from the rest of the program, which is created after it. */
export interface WindowSurroundings extends WorkInProgress {
  readonly place: () => WindowPlace | null
  readonly keepPlace: (place: WindowPlace) => void
  /** The window is closed: work for it must end. */
  readonly onClosed: () => void
  readonly sessionEnd: SessionEnd
  /** Adds a message for the page's next start. */
  readonly addNotice: (sentence: string) => void
}

type OpenOptions = WindowOptions & WindowSurroundings

/** The program's only window; see {@link createMainWindow}. */
export interface MainWindow {
  /** Opens the first window. */
  readonly open: (surroundings: WindowSurroundings) => void
  /** Null before it is opened and after it is closed. */
  readonly current: () => Window | null
  /** Brings it to the front, reopening it if closed. Does nothing before {@link open}. */
  readonly focus: () => void
  /** Sends the page an event; dropped if there is no window. */
  readonly send: <N extends keyof Events>(name: N, payload: Events[N]) => void
}

/** The only window: created before its senders, opened once everything is set up. */
export function createMainWindow(options: WindowOptions): MainWindow {
  let window: Window | null = null
  let surroundings: WindowSurroundings | null = null
  const current = () => (window === null || window.isDestroyed() ? null : window)
  const open = (given: WindowSurroundings) => {
    surroundings = given
    const opened = buildWindow({ ...options, ...given })
    window = opened
    opened.once('closed', () => {
      if (window === opened) window = null
      given.onClosed()
    })
  }
  return {
    open,
    current,
    focus: () => {
      const shown = current()
      if (shown === null) {
        if (surroundings !== null) open(surroundings)
        return
      }
      if (shown.isMinimized()) shown.restore()
      shown.show()
      shown.focus()
    },
    send: (name, payload) => current()?.webContents.send(channels.event, name, payload),
  }
}

function buildWindow(options: OpenOptions): Window {
  const { BrowserWindow, screen, preload, hasDevTools, log } = options
  const place = windowPlace(options.place(), screen.getAllDisplays(), screen.getPrimaryDisplay())
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: MINIMUM.width,
    minHeight: MINIMUM.height,
    title: TITLE,
    show: false,
    backgroundColor: '#f5f6f8',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: hasDevTools,
    },
  })
  secureContents(window.webContents, log)
  window.on('page-title-updated', (event) => event.preventDefault())
  showWhenReady(window, place.isMaximized)
  rememberPlace(window, options)
  askBeforeClosing(window, options)
  window.on('query-session-end', options.sessionEnd.onAsked)
  window.on('session-end', options.sessionEnd.onEnding)
  reloadAfterCrash(window, options)
  window.loadURL(PAGE_URL).catch((error: unknown) => log.error({ err: error }, 'page could not be loaded'))
  return window
}

/**
 * Where the window opens: at its last position if enough of it is on a connected display; else in the middle of the first
 * display, no larger than it.
 */
export function windowPlace(
  remembered: WindowPlace | null,
  displays: readonly Pick<Display, 'workArea'>[],
  primary: Pick<Display, 'workArea'>,
): { readonly bounds: Partial<Rectangle>; readonly isMaximized: boolean } {
  if (remembered !== null && displays.some(({ workArea }) => canBeDragged(remembered, workArea))) {
    const { isMaximized, x, y, width, height } = remembered
    return { bounds: { x, y, width: Math.max(width, MINIMUM.width), height: Math.max(height, MINIMUM.height) }, isMaximized }
  }
  const { workArea } = primary
  const bounds = { width: Math.min(PREFERRED.width, workArea.width), height: Math.min(PREFERRED.height, workArea.height) }
  return { bounds, isMaximized: remembered?.isMaximized ?? false }
}

/** Checks the window's upper edge, where it can be dragged. */
function canBeDragged({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return visibleWidth >= DRAG_AREA.width && y >= area.y - DRAG_AREA.height / 2 && y + DRAG_AREA.height <= area.y + area.height
}

function showWhenReady(window: Window, isMaximized: boolean): void {
  let isShown = false
  const show = () => {
    if (isShown || window.isDestroyed()) return
    isShown = true
    clearTimeout(timer)
    if (isMaximized) window.maximize()
    window.show()
  }
  // a page that never paints must not leave the program without a window
  const timer = setTimeout(show, SHOW_AT_LATEST_MS)
  window.once('ready-to-show', show)
  window.once('closed', () => clearTimeout(timer))
}

function rememberPlace(window: Window, { keepPlace }: OpenOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    if (!window.isDestroyed() && !window.isMinimized()) keepPlace({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  }
  const keepSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, 500)
  }
  window.on('resize', keepSoon)
  window.on('move', keepSoon)
  window.on('maximize', keepSoon)
  window.on('unmaximize', keepSoon)
  window.on('close', keep)
  window.on('closed', () => clearTimeout(timer))
}

function reloadAfterCrash(window: Window, { dialog, addNotice, log }: OpenOptions): void {
  let lastCrash = -Infinity
  const contents = window.webContents
  const askToReload = async (): Promise<void> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      title: TITLE,
      message: '页面再次意外退出',
      detail: '可以重新打开页面；仍不行时请关闭程序后重新启动。',
      buttons: ['重新打开', '关闭程序'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    if (window.isDestroyed()) return
    if (response === 0) contents.reload()
    else window.destroy()
  }
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error({ reason, exitCode }, 'page process ended')
    const isFirst = performance.now() - lastCrash > CRASHES_APART_MS
    lastCrash = performance.now()
    if (isFirst) {
      addNotice('页面刚才意外退出，已重新打开；没有提交的内容请重新填写')
      contents.reload()
    } else {
      askToReload().catch((error: unknown) => log.error({ err: error }, 'question after a crash failed'))
    }
  })
  window.on('unresponsive', () => log.warn('page does not respond'))
  window.on('responsive', () => log.info('page responds again'))
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame) log.error({ code, description }, 'page could not be loaded')
  })
}
