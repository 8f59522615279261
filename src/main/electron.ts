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

/** Where the parts of this installation are, found by the entry. */
export interface Places {
  /** The folder of the main process's bundles; those of the preload script and the renderer are in sibling folders. */
  readonly bundleFolder: string
  /** Where compiled code is kept for the next start; null where it is not. */
  readonly codeCache: string | null
  /** Sentences for the user about the start so far. */
  readonly notices: readonly string[]
}
