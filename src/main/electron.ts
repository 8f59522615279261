import type * as ElectronModule from 'electron'

/**
 * The parts of Electron that the program uses, injected by the entry.
 *
 * Nothing else of Electron can be used: this list shows what an Electron upgrade affects, and the stand-in is checked against
 * it (`tests/electron-stand-in/members.ts`).
 */
export interface Electron {
  readonly app: Pick<
    ElectronModule.App,
    'exit' | 'getAppPath' | 'getLoginItemSettings' | 'getPath' | 'getVersion' | 'isPackaged' | 'on' | 'quit' | 'relaunch' | 'setLoginItemSettings' | 'whenReady'
  >
  readonly BrowserWindow: new (options: ElectronModule.BrowserWindowConstructorOptions) => ElectronModule.BrowserWindow
  readonly clipboard: Pick<ElectronModule.Clipboard, 'writeText'>
  readonly dialog: Pick<ElectronModule.Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>
  readonly ipcMain: Pick<ElectronModule.IpcMain, 'handle'>
  readonly Menu: Pick<typeof ElectronModule.Menu, 'buildFromTemplate' | 'setApplicationMenu'>
  readonly Notification: typeof ElectronModule.Notification
  readonly protocol: Pick<ElectronModule.Protocol, 'handle'>
  readonly safeStorage: Pick<
    ElectronModule.SafeStorage,
    'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
  >
  readonly screen: Pick<ElectronModule.Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  readonly session: Pick<typeof ElectronModule.session, 'defaultSession' | 'fromPartition'>
  readonly shell: Pick<ElectronModule.Shell, 'openPath' | 'showItemInFolder'>
  readonly utilityProcess: Pick<typeof ElectronModule.utilityProcess, 'fork'>
}

/** Locations of this installation's parts, determined by the entry. */
export interface Places {
  /** The folder of the main process's bundles; preload script and renderer are in sibling folders. */
  readonly bundleFolder: string
}
