import { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess } from 'electron'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ballotScheme } from './ballots/hiddenPage.ts'
import { letsBeInspected, startOptions } from './configuration.ts'
import { debuggingRefusedMessage, findDebuggingOption } from './debugging.ts'
import { privilegedScheme } from './security.ts'
import { APP_ID, TITLE } from './title.ts'

const electron = { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess }

// files are readable only by the user; on Windows the profile's permissions ensure it
process.umask(0o077)
const debugging = app.isPackaged ? findDebuggingOption(startOptions()) : null
if (debugging !== null && !isInspectedPack()) {
  dialog.showErrorBox(TITLE, debuggingRefusedMessage(debugging))
  app.exit(1)
} else {
  if (claimUserData()) start()
  else app.quit()
}

/**
 * Locates the program's settings and data, and takes the single-instance lock there before any file is opened: two programs
 * must never use one database.
 *
 * On Windows they belong in the local profile: the roaming one is copied to a server at each log-off, including the database.
 */
function claimUserData(): boolean {
  const { platform, environment, args } = startOptions()
  const local = environment['LOCALAPPDATA'] ?? ''
  const isNamed = args.some((argument) => argument.startsWith('--user-data-dir'))
  if (platform === 'win32' && local !== '' && !isNamed) app.setPath('userData', join(local, basename(app.getPath('userData'))))
  return app.requestSingleInstanceLock()
}

function start(): void {
  // Electron accepts these only before it is ready
  app.enableSandbox()
  app.setAppUserModelId(APP_ID)
  protocol.registerSchemesAsPrivileged([privilegedScheme, ballotScheme])
  // not awaited: Electron initialises meanwhile
  void load()
}

/** Whether this is the package for the end-to-end tests. */
function isInspectedPack(): boolean {
  return letsBeInspected(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'))
}

async function load(): Promise<void> {
  try {
    const { startDesktop } = await import('./desktop.ts')
    startDesktop(electron, { bundleFolder: import.meta.dirname })
  } catch {
    // there is no log yet
    dialog.showErrorBox(TITLE, '程序无法启动，请重启电脑后再试；仍不行时请重新安装程序。')
    app.exit(1)
  }
}
