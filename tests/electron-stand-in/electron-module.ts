import { join } from 'node:path'
import { App } from './app.ts'
import { startBrowser } from './chromium.ts'
import { parsePort } from './command-line.ts'
import { createClipboard, createComputer, createNotificationClass, createSessions, createShell, Tray } from './desktop.ts'
import { createDialogs } from './dialogs.ts'
import { findChromium } from './find-chromium.ts'
import type { UsedModules } from './members.ts'
import { IpcMain } from './ipc.ts'
import { createMenus } from './menu.ts'
import { createProtocols } from './protocol.ts'
import { browserOf, type Runtime, userDataFolder } from './runtime.ts'
import { createSafeStorage } from './safe-storage.ts'
import { keepScreenshot } from './screenshot.ts'
import { createEvent, strict } from './strict.ts'
import { createUtilityProcesses } from './utility-process.ts'
import { createBrowserWindow, createWebContentsModule, type Window, type WindowSurroundings } from './windows.ts'

/** The `electron` module of one main process, and what the program that loads the app needs of it. */
export interface Electron {
  /** The exports of `electron`. */
  readonly exports: Readonly<Record<string, unknown>>
  readonly app: App
  /** Starts the browser; afterwards the app is ready. */
  start(): Promise<void>
  /** Stops the browser and the utility processes. */
  stop(): Promise<void>
}

/** Assembles the modules of `electron`. */
export function createElectron(runtime: Runtime): Electron {
  const { records } = runtime
  const windows = new Map<number, Window>()
  const ipcMain = new IpcMain()
  const protocols = createProtocols()
  const { session, defaultSession } = createSessions(records, protocols.protocol)
  const utilities = createUtilityProcesses((details) => app.emit('child-process-gone', createEvent(), details))

  async function stop(): Promise<void> {
    utilities.stopAll()
    await runtime.browser?.stop()
  }

  const app = new App({ runtime, windows, stop })
  const surroundings: WindowSurroundings = {
    runtime,
    ipcMain,
    protocols,
    defaultSession,
    windows,
    onCreated(window) {
      app.emit('web-contents-created', createEvent(), window.webContents)
      app.emit('browser-window-created', createEvent(), window)
      keepScreenshot(window, process.env.STANDIN_SCREENSHOT)
    },
    onAllClosed() {
      if (app.listenerCount('window-all-closed') === 0) app.quit()
      else app.emit('window-all-closed')
    },
  }
  const focusedWindow = (): Window | null => [...windows.values()].findLast((window) => window.isFocused()) ?? null

  async function start(): Promise<void> {
    if (runtime.isQuitting) return // the app found another instance, and is on its way out
    const program = findChromium(process.env, runtime)
    if (program === null) throw new Error('找不到 Chromium 浏览器：请安装 chromium 与 fonts-noto-cjk，或用环境变量 STANDIN_CHROMIUM 指定它的位置。')
    if (!runtime.isHeaded) console.error('没有窗口：程序在后台运行，按 Ctrl+C 结束。')
    runtime.browser = await startBrowser({
      program,
      profileFolder: join(userDataFolder(runtime), 'stand-in-browser'),
      isHeaded: runtime.isHeaded,
      debuggingPort: parsePort(runtime.switches.get('remote-debugging-port') ?? '', 0),
      locale: runtime.locale,
      onLost: () => endWithoutBrowser(),
    })
    Object.assign(process.versions, { chrome: runtime.browser.version })
    await followTargets()
    // Playwright, which passes the switch, waits for this line.
    if (runtime.switches.has('remote-debugging-port')) console.error(`\nDevTools listening on ${runtime.browser.address}`)
    app.becomeReady()
  }

  function endWithoutBrowser(): void {
    if (runtime.isQuitting) return
    console.error('浏览器意外退出，程序随之结束。')
    app.exit(1)
  }

  /** Tracks pages that ended, or were opened bypassing `setWindowOpenHandler` (a middle click). */
  async function followTargets(): Promise<void> {
    const { browser } = browserOf(runtime).devtools
    const windowOf = (targetId: string): Window | undefined => [...windows.values()].find((window) => window.webContents.targetId === targetId)
    browser.on('Target.targetDestroyed', ({ targetId }) => windowOf(targetId)?.host.onGone())
    browser.on('Target.targetCreated', ({ targetInfo: { type, openerId, targetId } }) => {
      if (type !== 'page' || openerId === undefined || windowOf(openerId) === undefined) return
      browser.send('Target.closeTarget', { targetId }).catch(() => {}) // it closed itself
    })
    await browser.send('Target.setDiscoverTargets', { discover: true })
  }

  const { screen, ...computer } = createComputer()
  /** What the program uses, type-checked against Electron's declarations. */
  const used = {
    ipcMain: strict('ipcMain', ipcMain),
    protocol: protocols.protocol,
    session,
    dialog: createDialogs(records, process.env.STANDIN_DIALOGS),
    safeStorage: createSafeStorage({ isAvailable: () => runtime.isReady && process.env.STANDIN_NO_KEYRING !== '1', folder: () => userDataFolder(runtime) }),
    utilityProcess: utilities.utilityProcess,
    Notification: createNotificationClass(records),
    shell: createShell(records),
    clipboard: createClipboard(),
    screen,
  } satisfies UsedModules
  const { Menu, MenuItem } = createMenus({ focusedWindow, quit: () => app.quit() })
  const exports = strict('electron', {
    ...used,
    ...computer,
    app,
    BrowserWindow: createBrowserWindow(surroundings),
    webContents: createWebContentsModule(windows),
    net: strict('net', protocols.net),
    Menu,
    MenuItem,
    Tray,
  })
  return { exports, app, start, stop }
}
