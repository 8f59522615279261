import { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ballotScheme } from './ballots/hiddenPage.ts'
import { letsBeInspected, startOptions } from './configuration.ts'
import { debuggingRefusedMessage, findDebuggingOption } from './debugging.ts'
import { holdsData, localProfile, moveUserData } from './userData.ts'
import { privilegedScheme } from './security.ts'
import { APP_ID, TITLE } from './title.ts'

const electron = { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess }

// files are readable by the user alone; on Windows the profile's own permissions see to it
process.umask(0o077)
const debugging = app.isPackaged ? findDebuggingOption(startOptions()) : null
if (debugging !== null && !isInspectedPack()) {
  dialog.showErrorBox(TITLE, debuggingRefusedMessage(debugging))
  app.exit(1)
} else {
  const userData = claimUserData()
  if (userData.isAlone) start(userData.notice)
  else app.quit()
}

/**
 * Determines where the program's settings and data are, and takes the single-instance lock there, before anything opens a
 * file: two programs must never use one database. A running older version holds its lock in the old folder.
 */
function claimUserData(): { readonly isAlone: boolean; readonly notice: string | null } {
  const folders = localProfile({ ...startOptions(), userData: app.getPath('userData') })
  let notice: string | null = null
  if (folders !== null) {
    if (holdsData(folders.old)) {
      if (!app.requestSingleInstanceLock()) return { isAlone: false, notice }
      // the lock is an open file in the folder to be moved
      app.releaseSingleInstanceLock()
    }
    const moved = moveUserData(folders)
    app.setPath('userData', moved.folder)
    notice = moved.notice
  }
  return { isAlone: app.requestSingleInstanceLock(), notice }
}

function start(notice: string | null): void {
  // Electron takes these only before it is ready
  app.enableSandbox()
  app.setAppUserModelId(APP_ID)
  protocol.registerSchemesAsPrivileged([privilegedScheme, ballotScheme])
  // not waited for: Electron gets ready meanwhile
  void load(notice)
}

/** Whether this is the pack that the end-to-end tests are run against. */
function isInspectedPack(): boolean {
  return letsBeInspected(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'))
}

async function load(notice: string | null): Promise<void> {
  try {
    const { startDesktop } = await import('./desktop.ts')
    startDesktop(electron, { bundleFolder: import.meta.dirname, notices: notice === null ? [] : [notice] })
  } catch {
    // there is no log yet
    dialog.showErrorBox(TITLE, '程序无法启动，请重启电脑后再试；仍不行时请重新安装程序。')
    app.exit(1)
  }
}
