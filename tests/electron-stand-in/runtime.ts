import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppFiles } from './app-files.ts'
import type { Browser } from './chromium.ts'
import { createRecords, type Records } from './records.ts'

/** State of one run of an app, shared by the stand-in's modules. */
export interface Runtime {
  readonly files: AppFiles
  readonly switches: Map<string, string>
  readonly locale: string
  readonly isHeaded: boolean
  readonly records: Records
  /** The app's name; `app.setName` may change it before it is ready. */
  name: string
  readonly paths: Map<string, string>
  isReady: boolean
  /** Set when quitting begins; reset when a window refuses to close. */
  isQuitting: boolean
  browser: Browser | undefined
}

export function createRuntime(files: AppFiles, switches: ReadonlyMap<string, string>, environment: NodeJS.ProcessEnv): Runtime {
  const hasDisplay = Boolean(environment.DISPLAY) || Boolean(environment.WAYLAND_DISPLAY)
  return {
    files,
    switches: new Map(switches),
    locale: environment.STANDIN_LOCALE ?? 'zh-CN',
    isHeaded: hasDisplay && environment.STANDIN_HEADLESS !== '1',
    records: createRecords(),
    name: files.manifest.productName ?? files.manifest.name ?? 'Electron',
    paths: new Map(),
    isReady: false,
    isQuitting: false,
    browser: undefined,
  }
}

/** The browser; available only after `ready`. */
export function browserOf(runtime: Runtime): Browser {
  if (runtime.browser === undefined) throw new Error('The app is not ready yet')
  return runtime.browser
}

const homeFolders: ReadonlyMap<string, string> = new Map(
  ['desktop', 'documents', 'downloads', 'music', 'pictures', 'videos'].map((name) => [name, `${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
)

/** `app.getPath`: Electron's folders on Linux. */
export function pathOf(runtime: Runtime, name: string): string {
  const set = runtime.paths.get(name)
  if (set !== undefined) return set
  const appData = process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
  const homeFolder = homeFolders.get(name)
  if (homeFolder !== undefined) return join(homedir(), homeFolder)
  switch (name) {
    case 'home':
      return homedir()
    case 'appData':
      return appData
    case 'userData':
      return runtime.switches.get('user-data-dir') || join(appData, runtime.name)
    case 'sessionData':
      return pathOf(runtime, 'userData')
    case 'temp':
      return tmpdir()
    case 'exe':
      return join(import.meta.dirname, 'electron')
    case 'logs':
      return join(pathOf(runtime, 'userData'), 'logs')
    case 'crashDumps':
      return join(pathOf(runtime, 'userData'), 'Crashpad')
    default:
      throw new Error(`Failed to get '${name}' path`)
  }
}

/** The app's data folder, created on first use. */
export function userDataFolder(runtime: Runtime): string {
  const folder = pathOf(runtime, 'userData')
  mkdirSync(folder, { recursive: true })
  return folder
}
