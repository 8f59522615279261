import { EventEmitter } from 'node:events'
import { rmSync } from 'node:fs'
import { screenBounds, workArea } from './placement.ts'
import { createImage } from './image.ts'
import type { UsedModules } from './members.ts'
import type { Records } from './records.ts'
import { createEvent, strict } from './strict.ts'

/** `shell`: calls are recorded and open nothing. */
export function createShell({ opened }: Records): UsedModules['shell'] {
  return strict('shell', {
    openExternal: async (target: string) => void opened.push({ by: 'openExternal', target }),
    openPath: async (target: string) => {
      opened.push({ by: 'openPath', target })
      return '' // no error
    },
    showItemInFolder: (target: string) => void opened.push({ by: 'showItemInFolder', target }),
    trashItem: async (target: string) => rmSync(target, { recursive: true }),
    beep: () => {},
  })
}

/** `clipboard`: a private one, so that a test run leaves the user's alone. */
export function createClipboard(): UsedModules['clipboard'] {
  let text = ''
  return strict('clipboard', {
    readText: async () => text,
    writeText: async (next: string) => {
      text = next
    },
    clear: () => {
      text = ''
    },
    has: async (type: string) => type === 'text/plain' && text !== '',
  })
}

/** `Notification`: shown ones are recorded. */
export function createNotificationClass({ notifications }: Records): UsedModules['Notification'] {
  return class Notification extends EventEmitter {
    title: string
    body: string

    constructor({ title = '', body = '' }: { title?: string; body?: string } = {}) {
      super()
      this.title = title
      this.body = body
    }

    static isSupported(): boolean {
      return true
    }

    show(): void {
      notifications.push({ title: this.title, body: this.body })
      this.emit('show', createEvent())
    }

    close(): void {
      this.emit('close', createEvent())
    }
  }
}

/** `session`: handlers and rules are recorded; all pages share the browser's one profile. */
export function createSessions({ sessions }: Records, protocol: object): Pick<UsedModules, 'session'> & { readonly defaultSession: object } {
  const record =
    (method: string) =>
    (...args: unknown[]) =>
      void sessions.push({ method, value: args.length > 1 ? args : args[0] })
  const promised =
    (method: string) =>
    async (...args: unknown[]) =>
      record(method)(...args)

  class Session extends EventEmitter {
    setPermissionRequestHandler = record('setPermissionRequestHandler')
    setPermissionCheckHandler = record('setPermissionCheckHandler')
    readonly protocol = protocol
    readonly webRequest = strict('session.webRequest', {
      onBeforeRequest: record('webRequest.onBeforeRequest'),
      onBeforeSendHeaders: record('webRequest.onBeforeSendHeaders'),
      onHeadersReceived: record('webRequest.onHeadersReceived'),
    })
  }
  const recorded =
    'setDevicePermissionHandler setDisplayMediaRequestHandler setCertificateVerifyProc setUserAgent setSpellCheckerLanguages setSpellCheckerEnabled setDownloadPath'
  for (const name of recorded.split(' ')) Object.defineProperty(Session.prototype, name, { value: record(name) })
  for (const name of ['setProxy', 'clearCache', 'clearStorageData', 'closeAllConnections', 'flushStorageData']) {
    Object.defineProperty(Session.prototype, name, { value: promised(name) })
  }

  const defaultSession = strict('session', new Session())
  return { defaultSession, session: strict('session', { defaultSession, fromPartition: () => defaultSession }) }
}

/** Screen, theme and power of the computer. */
export function createComputer(): Readonly<
  Pick<UsedModules, 'screen'> & Record<'nativeTheme' | 'powerMonitor' | 'powerSaveBlocker' | 'globalShortcut' | 'nativeImage' | 'crashReporter', object>
> {
  const display = {
    id: 1,
    scaleFactor: 1,
    rotation: 0,
    bounds: screenBounds,
    workArea,
    size: { width: 1920, height: 1080 },
    workAreaSize: { width: 1920, height: 1040 },
  }
  const emitting = <T extends object>(name: string, properties: T): T => strict(name, Object.assign(new EventEmitter(), properties))
  return {
    screen: emitting('screen', {
      getPrimaryDisplay: () => display,
      getAllDisplays: () => [display],
      getDisplayMatching: () => display,
      getDisplayNearestPoint: () => display,
      getCursorScreenPoint: () => ({ x: 0, y: 0 }),
    }),
    nativeTheme: emitting('nativeTheme', { themeSource: 'system', shouldUseDarkColors: false, shouldUseHighContrastColors: false }),
    powerMonitor: emitting('powerMonitor', {
      getSystemIdleTime: () => 0,
      getSystemIdleState: () => 'active',
      isOnBatteryPower: () => false,
      getCurrentThermalState: () => 'nominal',
    }),
    powerSaveBlocker: strict('powerSaveBlocker', { start: () => 1, stop: () => true, isStarted: () => false }),
    globalShortcut: strict('globalShortcut', { register: () => true, unregister: () => {}, unregisterAll: () => {}, isRegistered: () => false }),
    nativeImage: strict('nativeImage', {
      createEmpty: () => createImage(Buffer.alloc(0)),
      createFromPath: () => createImage(Buffer.alloc(0)),
      createFromBuffer: (png: Buffer) => createImage(png),
    }),
    crashReporter: strict('crashReporter', { start: () => {} }),
  }
}

/** `Tray`: invisible. */
export class Tray extends EventEmitter {
  menu: unknown

  setContextMenu(menu: unknown): void {
    this.menu = menu
  }

  setToolTip(): void {}
  setImage(): void {}
  destroy(): void {}
}
