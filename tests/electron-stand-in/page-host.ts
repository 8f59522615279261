import type { IpcMain } from './ipc.ts'
import type { Protocols } from './protocol.ts'
import type { Runtime } from './runtime.ts'

/** What a page needs from the surrounding program. */
export interface Surroundings {
  readonly runtime: Runtime
  readonly ipcMain: IpcMain
  readonly protocols: Protocols
  readonly defaultSession: object
}

/** What a page needs from its window. */
export interface PageHost {
  contentSize(): { readonly width: number; readonly height: number }
  onFirstPaint(): void
  onTitle(title: string): void
  onGone(): void
  /** The page opened a window that the app did not refuse. */
  openWindow(address: string, options: object): void
}

export interface WebPreferences {
  readonly preload?: string
  readonly zoomFactor?: number
  readonly [name: string]: unknown
}

export interface OpenDetails {
  readonly url: string
  readonly frameName: string
  readonly features: string
  readonly disposition: string
}

export type OpenHandler = (details: OpenDetails) => { readonly action: 'allow' | 'deny'; readonly overrideBrowserWindowOptions?: object }

/** The frame returned by `event.senderFrame` and `webContents.mainFrame`. */
export interface MainFrame {
  url: string
  origin: string
  readonly parent: null
  readonly processId: number
  readonly routingId: number
  readonly frameTreeNodeId: number
}
