import { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess } from 'electron'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { PRIVILEGED_SCHEME } from './security.ts'
import { APP_ID, TITLE } from './title.ts'

const electron = { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess }

// before anything opens a file: two programs on one database is what must never be
if (app.requestSingleInstanceLock()) {
  // what Electron must be told before it is ready
  app.enableSandbox()
  app.setAppUserModelId(APP_ID)
  protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME])
  // before the program itself is loaded: what was compiled once is not compiled at every start
  const codeCache = join(app.getPath('userData'), 'code-cache')
  enableCompileCache(codeCache)
  // not waited for: Electron gets ready meanwhile
  void load(codeCache)
} else {
  app.quit()
}

async function load(codeCache: string): Promise<void> {
  try {
    const { startDesktop } = await import('./desktop.ts')
    startDesktop(electron, { bundleFolder: import.meta.dirname, codeCache })
  } catch {
    // there is no log yet
    dialog.showErrorBox(TITLE, '程序无法启动，请重启电脑后再试；仍不行时请重新安装程序。')
    app.exit(1)
  }
}
