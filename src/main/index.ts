import { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess } from 'electron'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const electron = { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess }

// before anything opens a file: two programs on one database is what must never be
if (app.requestSingleInstanceLock()) {
  // before the program itself is loaded: what was compiled once is not compiled at every start
  const codeCache = join(app.getPath('userData'), 'code-cache')
  enableCompileCache(codeCache)
  const { startDesktop } = await import('./desktop.ts')
  startDesktop(electron, { bundleFolder: import.meta.dirname, codeCache })
} else {
  app.quit()
}
