import { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess } from 'electron'
import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ballotScheme } from './ballots/hiddenPage.ts'
import { codeCacheFolder, letsBeInspected, startedWith } from './configuration.ts'
import { debuggingRefused, foundDebugging } from './debugging.ts'
import { holdsData, localProfile, moveHome } from './home.ts'
import { privilegedScheme } from './security.ts'
import { APP_ID, TITLE } from './title.ts'

const electron = { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess }

// what is written is the user's alone; on Windows the profile's own rights say so
process.umask(0o077)
const debugging = app.isPackaged ? foundDebugging(startedWith()) : null
if (debugging !== null && !isInspectedPack()) {
  dialog.showErrorBox(TITLE, debuggingRefused(debugging))
  app.exit(1)
} else {
  const entered = enterHome()
  if (entered.isAlone) start(entered.notice)
  else app.quit()
}

/**
 * Settles where the program's settings and data are, and takes the single-instance lock there, before anything opens a
 * file: two programs on one database is what must never be. An older version that runs holds its lock in the old home.
 */
function enterHome(): { readonly isAlone: boolean; readonly notice: string | null } {
  const homes = localProfile({ ...startedWith(), userData: app.getPath('userData') })
  let notice: string | null = null
  if (homes !== null) {
    if (holdsData(homes.old)) {
      if (!app.requestSingleInstanceLock()) return { isAlone: false, notice }
      // its file is open in the folder that is to be moved
      app.releaseSingleInstanceLock()
    }
    const move = moveHome(homes)
    app.setPath('userData', move.home)
    notice = move.notice
  }
  return { isAlone: app.requestSingleInstanceLock(), notice }
}

function start(notice: string | null): void {
  // what Electron must be told before it is ready
  app.enableSandbox()
  app.setAppUserModelId(APP_ID)
  const codeCache = codeCacheFolder(app.isPackaged, app.getPath('userData'))
  protocol.registerSchemesAsPrivileged([privilegedScheme({ keepsCompiledCode: codeCache !== null }), ballotScheme])
  // before the program itself is loaded: what was compiled once is not compiled at every start
  if (codeCache !== null) enableCompileCache(codeCache)
  // not waited for: Electron gets ready meanwhile
  void load(codeCache, notice)
}

/** Whether this is the pack that the end-to-end tests are run against. */
function isInspectedPack(): boolean {
  return letsBeInspected(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'))
}

async function load(codeCache: string | null, notice: string | null): Promise<void> {
  try {
    const { startDesktop } = await import('./desktop.ts')
    startDesktop(electron, { bundleFolder: import.meta.dirname, codeCache, notices: notice === null ? [] : [notice] })
  } catch {
    // there is no log yet
    dialog.showErrorBox(TITLE, '程序无法启动，请重启电脑后再试；仍不行时请重新安装程序。')
    app.exit(1)
  }
}
