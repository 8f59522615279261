import { EventEmitter } from 'node:events'
import type { LoginItemSettings } from 'electron'
import { join } from 'node:path'
import { pathOf, type Runtime, userDataFolder } from './runtime.ts'
import { createSingleInstanceLock, type SingleInstanceLock } from './single-instance.ts'
import { createEvent, strict } from './strict.ts'
import type { Window } from './windows.ts'

export interface AppSurroundings {
  readonly runtime: Runtime
  readonly windows: ReadonlyMap<number, Window>
  /** Stops the browser and the utility processes. */
  stop(): Promise<void>
}

/** `app`. */
export class App extends EventEmitter {
  readonly isPackaged = false
  readonly dock = undefined // there is one on macOS alone
  readonly commandLine: object
  private readonly surroundings: AppSurroundings
  private readonly ready = Promise.withResolvers<void>()
  private readonly lock: SingleInstanceLock

  constructor(surroundings: AppSurroundings) {
    super()
    this.surroundings = surroundings
    const { runtime } = surroundings
    this.lock = createSingleInstanceLock(
      () => userDataFolder(runtime),
      ({ argv, workingDirectory, additionalData }) => this.emit('second-instance', createEvent(), argv, workingDirectory, additionalData),
    )
    this.commandLine = strict('app.commandLine', {
      appendSwitch: (name: string, value = '') => runtime.switches.set(name, value),
      appendArgument: () => {},
      hasSwitch: (name: string) => runtime.switches.has(name),
      getSwitchValue: (name: string) => runtime.switches.get(name) ?? '',
      removeSwitch: (name: string) => runtime.switches.delete(name),
    })
    return strict('app', this)
  }

  // ---- app metadata

  get name(): string {
    return this.surroundings.runtime.name
  }

  set name(name: string) {
    this.surroundings.runtime.name = name
  }

  getName = (): string => this.name
  setName(name: string): void {
    this.name = name
  }

  getVersion = (): string => this.surroundings.runtime.files.manifest.version ?? '0.0.0'
  getAppPath = (): string => this.surroundings.runtime.files.root
  getPath = (name: string): string => pathOf(this.surroundings.runtime, name)
  setPath = (name: string, path: string): unknown => this.surroundings.runtime.paths.set(name, path)
  setAppLogsPath = (path = join(pathOf(this.surroundings.runtime, 'userData'), 'logs')): unknown => this.setPath('logs', path)
  getLocale = (): string => this.surroundings.runtime.locale
  getSystemLocale = (): string => this.getLocale()
  getPreferredSystemLanguages = (): string[] => [this.getLocale()]
  getLocaleCountryCode = (): string => this.getLocale().split('-')[1] ?? ''
  getLoginItemSettings = (): LoginItemSettings => ({
    openAtLogin: false,
    wasOpenedAtLogin: false,
    status: 'not-registered',
    executableWillLaunchAtLogin: false,
    launchItems: [],
  })
  getAppMetrics = (): object[] => []
  getGPUFeatureStatus = (): object => ({})

  // ---- startup and exit

  isReady = (): boolean => this.surroundings.runtime.isReady
  whenReady = (): Promise<void> => this.ready.promise

  /** Called by the stand-in once the browser runs. */
  becomeReady(): void {
    this.surroundings.runtime.isReady = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.ready.resolve()
  }

  requestSingleInstanceLock = (additionalData?: unknown): boolean =>
    this.lock.request({ argv: process.argv, workingDirectory: process.cwd(), additionalData: additionalData ?? null })
  hasSingleInstanceLock = (): boolean => this.lock.isHeld()
  releaseSingleInstanceLock = (): void => this.lock.release()

  /** Asks every window to close, and exits unless one refuses. */
  quit(): void {
    const { runtime } = this.surroundings
    if (runtime.isQuitting) return
    runtime.isQuitting = true
    const event = createEvent()
    this.emit('before-quit', event)
    if (event.defaultPrevented) runtime.isQuitting = false
    else void this.closeAndExit()
  }

  private async closeAndExit(): Promise<void> {
    const { runtime, windows } = this.surroundings
    for (const window of windows.values()) {
      if (await window.tryClose()) continue
      runtime.isQuitting = false
      return
    }
    const event = createEvent()
    this.emit('will-quit', event)
    if (event.defaultPrevented) runtime.isQuitting = false
    else this.exit(0)
  }

  /** The stand-in never restarts the program. */
  relaunch(_options?: object): void {}
  setLoginItemSettings(_settings: object): void {}

  /** Exits without asking. */
  exit(code = 0): void {
    this.surroundings.runtime.isQuitting = true
    this.emit('quit', createEvent(), code)
    this.lock.release()
    void this.surroundings.stop().then(() => process.exit(code))
  }
}

/** Methods that need no effect here. */
const withoutEffect =
  'setAppUserModelId setAboutPanelOptions showAboutPanel disableHardwareAcceleration enableSandbox focus setBadgeCount setAsDefaultProtocolClient addRecentDocument clearRecentDocuments'
for (const name of withoutEffect.split(' ')) Object.defineProperty(App.prototype, name, { value: () => {}, writable: true })
