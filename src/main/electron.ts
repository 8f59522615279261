import type * as ElectronModule from 'electron'

/** The parts of Electron that the program uses, handed in by the entry. */
export type Electron = Pick<
  typeof ElectronModule,
  | 'app'
  | 'BrowserWindow'
  | 'clipboard'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'Notification'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>

export interface Places {
  /** The main process's bundles; the other bundles are its neighbours. */
  readonly bundleFolder: string
  /** Where compiled code is kept for the next start; null where it is not. */
  readonly codeCache: string | null
  /** Sentences for the user about the start so far. */
  readonly notices: readonly string[]
}
