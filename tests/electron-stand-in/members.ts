import type {
  BrowserWindow,
  Display,
  ForkOptions,
  Session as ElectronSession,
  UtilityProcess as ElectronUtilityProcess,
  WebContents as ElectronWebContents,
} from 'electron'
import type { Electron } from '../../src/main/electron.ts'
import type { App } from './app.ts'
import type { UtilityProcess } from './utility-process.ts'
import type { WebContents } from './web-contents.ts'
import type { Window } from './windows.ts'

// Type-checked against Electron's declarations only: what the program uses of Electron's objects, and that the stand-in has
// each of it with a compatible signature.

/** The modules; `src/main/electron.ts` lists their members. */
export type UsedModules = Omit<Electron, 'BrowserWindow' | 'Menu' | 'Notification' | 'app' | 'screen' | 'session' | 'utilityProcess'> & {
  readonly screen: { readonly getAllDisplays: () => UsedDisplay[]; readonly getPrimaryDisplay: () => UsedDisplay }
  readonly utilityProcess: { readonly fork: (modulePath: string, args: string[], options: UsedForkOptions) => UsedUtilityProcess }
  readonly Notification: Pick<Electron['Notification'], 'isSupported'>
  readonly session: { readonly defaultSession: UsedSession; readonly fromPartition: (partition: string) => UsedSession }
}

type UsedDisplay = Pick<Display, 'workArea'>
type UsedForkOptions = Pick<ForkOptions, 'env' | 'execArgv' | 'serviceName'> & { readonly stdio: 'pipe' }
type UsedSession = Pick<ElectronSession, 'setPermissionCheckHandler' | 'setPermissionRequestHandler'>

/** The stand-in's events are strings; Electron's `on` returns the object itself. */
type Listening = Pick<NodeJS.EventEmitter, 'on' | 'once'>

type UsedWindow = Listening &
  Pick<
    BrowserWindow,
    'close' | 'destroy' | 'focus' | 'getNormalBounds' | 'isDestroyed' | 'isMaximized' | 'isMinimized' | 'loadURL' | 'maximize' | 'restore' | 'show'
  >

type UsedContents = Listening &
  Pick<
    ElectronWebContents,
    'executeJavaScript' | 'getPrintersAsync' | 'id' | 'isCrashed' | 'loadURL' | 'print' | 'printToPDF' | 'reload' | 'send' | 'setWindowOpenHandler'
  >

type UsedUtilityProcess = Listening & Pick<ElectronUtilityProcess, 'kill' | 'pid' | 'postMessage'>

/** Fails to compile if `Own` lacks something of `Used`. */
type Implements<Used, Own extends Used> = Own

/** One name per stand-in class that the program sees. */
export interface StandInObjects {
  readonly app: Implements<Omit<Electron['app'], 'on'> & Listening, App>
  readonly window: Implements<UsedWindow, Window>
  readonly contents: Implements<UsedContents, WebContents>
  readonly utility: Implements<UsedUtilityProcess, UtilityProcess>
}
