import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { aboutBox, engineVersions } from './about.ts'
import { createHiddenPages } from './ballots/hiddenPage.ts'
import { createBallotPrinter } from './ballots/ballotPrinter.ts'
import { routeBridge } from './bridge/router.ts'
import { commandHandlers } from './commands.ts'
import { resourcesFolder, serverEnvironment, startOptions } from './configuration.ts'
import type { Electron, Places } from './electron.ts'
import { createDiskEncryption } from './diskEncryption.ts'
import { createDownloads, permittedBackup } from './files/download.ts'
import { createDialogs } from './files/dialogs.ts'
import { createFiles } from './files/files.ts'
import { createTickets } from './files/tickets.ts'
import { createLog, type Log } from './log.ts'
import { menuTemplate } from './menu.ts'
import { createPageHandler, isTrustedSender, secureContents, secureSession } from './security.ts'
import { createFinder } from './network/finder.ts'
import { createDecoder } from './scans/decoder.ts'
import { createScans } from './scans/scans.ts'
import { createServerChoice } from './server-host/serverChoice.ts'
import { createHost } from './server-host/createHost.ts'
import { createRestore } from './restore.ts'
import type { ServerHost } from './server-host/host.ts'
import { createSessionEnd } from './sessionEnd.ts'
import { createSession, type Session } from './session/session.ts'
import { createTransport, type Transport } from './network/transport.ts'
import { createTrust } from './network/trust.ts'
import { openVault } from './vault.ts'
import { openSettings } from './settings.ts'
import { TITLE } from './title.ts'
import { createMainWindow, type MainWindow } from './window.ts'

/**
 * Composes and starts the program. The entry holds the single-instance lock; Electron need not be ready yet.
 *
 * `places` are the folders of this installation.
 */
export function startDesktop(electron: Electron, places: Places): void {
  const { app, dialog } = electron
  const logFolder = app.getPath('logs')
  const { log, close: closeLog } = createLog({ folder: logFolder, isOnConsole: !app.isPackaged })
  exitOnUncaughtException(electron, log, closeLog)
  app.on('web-contents-created', (_event, contents) => secureContents(contents, log))
  app.on('window-all-closed', () => app.quit())

  const run = async (): Promise<void> => {
    log.info({ version: app.getVersion(), platform: process.platform, ...engineVersions() }, 'start')
    const { focus, stop } = await open(electron, places, logFolder, log)
    app.on('second-instance', focus)
    app.on('activate', focus)
    stopBeforeQuit(electron, log, async () => {
      await stop()
      log.info('end')
      await closeLog()
    })
  }
  run().catch((error: unknown) => {
    log.fatal({ err: error }, 'start failed')
    dialog.showErrorBox(TITLE, '程序无法启动，请重启电脑后再试；仍不行时请重新安装程序。')
    void exitAfterLog(electron, closeLog)
  })
}

async function open(electron: Electron, places: Places, logFolder: string, log: Log): Promise<{ focus: () => void; stop: () => Promise<void> }> {
  const { app, clipboard, dialog, ipcMain, Menu, protocol } = electron
  const userData = app.getPath('userData')
  const window = createMainWindow({
    BrowserWindow: electron.BrowserWindow,
    screen: electron.screen,
    dialog,
    preload: join(places.bundleFolder, '../preload/index.cjs'),
    hasDevTools: !app.isPackaged,
    log,
  })
  const notices = createNotices((message) => window.send('notice.shown', { message }))
  const settings = await openSettings({
    folder: userData,
    onWriteFailed: (error) => {
      log.error({ err: error }, 'settings not written')
      notices.addOnce('设置无法保存，本次的修改在关闭程序后会丢失，请检查磁盘空间和文件夹权限')
    },
  })
  settings.notices.forEach(notices.add)
  await app.whenReady()
  const trust = createTrust((origin) => settings.data().pins[origin] ?? null)
  const find = createFinder(log)
  const transport = createTransport(trust.agent, hostname(), app.getVersion())
  secureSession({ session: electron.session.defaultSession, protocol, servePage: await pageHandler(places), log })

  const host = createHost({ electron, settings, trust, find, transport, places, logFolder, log, send: window.send, addNotice: notices.add })
  const vault = openVault(electron.safeStorage, settings, log)
  const session = createSession({
    host,
    transport,
    vault,
    onEnded: (ended) => window.send('session.ended', ended),
    onConfirmationAsked: () => window.send('session.confirmationAsked', null),
    onCovered: () => window.send('session.covered', null),
    log,
  })
  const { files, ballots, scans } = createFilesAndPrinter(electron, { window, host, session, userData, logFolder, places, log })
  const restore = createRestore({
    host,
    session,
    dialog,
    window: window.current,
    onProgress: (progress) => window.send('restore.progress', progress),
    addNotice: (message) => window.send('notice.shown', { message }),
  })
  const serverChoice = createServerChoice({ app, args: process.argv.slice(1), settings, trust, find, host })
  routeBridge({
    ipcMain,
    isTrusted: (event) => isTrustedSender(event, window.current()?.webContents ?? null),
    call: session.callForPage,
    handlers: commandHandlers({
      app,
      clipboard,
      host,
      session,
      settings,
      files,
      ballots: ballots.handlers,
      scans: scans.handlers,
      restore,
      serverChoice,
      disk: createDiskEncryption({ dataFolder: join(userData, 'data'), log }),
      takeNotices: notices.take,
    }),
    log,
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menuActions(electron, window, logFolder, log))))

  // The window first: it takes longer than the server.
  window.open({
    place: () => settings.data().window,
    keepPlace: (place) => settings.update({ window: place }),
    underWay: () => [...session.underWay(), ...ballots.underWay()],
    onClosed: () => [ballots, scans].forEach(({ stop }) => stop()),
    sessionEnd: createSessionEnd(host, log),
    connectedComputers: host.connectedComputers,
    addNotice: notices.keep,
  })
  host.start()
  session.start()
  return { focus: window.focus, stop: () => end(host, transport) }
}

/** The page of the bundle; in a development build, the only one to contain the other branch, the page served by Vite. */
async function pageHandler({ bundleFolder }: Places): Promise<(request: Request) => Promise<Response>> {
  if (import.meta.env.DEV) return (await import('./devPage.ts')).createDevPageHandler(startOptions().environment)
  return createPageHandler(join(bundleFolder, '../renderer'))
}

/** User-facing messages: kept until the page asks for them, from then on shown at once. */
function createNotices(show: (message: string) => void) {
  const kept: string[] = []
  const said = new Set<string>()
  let isPageThere = false
  const add = (message: string) => {
    if (isPageThere) show(message)
    else kept.push(message)
  }
  return {
    add,
    /** Adds it once per run. */
    addOnce: (message: string) => {
      if (said.has(message)) return
      said.add(message)
      add(message)
    },
    /** Keeps it for the page's next start. */
    keep: (message: string) => {
      kept.push(message)
    },
    take: () => {
      isPageThere = true
      return kept.splice(0)
    },
  }
}

interface FilesAndPrinterOptions {
  readonly window: MainWindow
  readonly host: ServerHost
  readonly session: Session
  readonly userData: string
  readonly logFolder: string
  readonly places: Places
  readonly log: Log
}

/** The commands for files, printing and scanning: the first two share the save dialog, its forbidden folders and the tickets. */
function createFilesAndPrinter(electron: Electron, { window, host, session, userData, logFolder, places, log }: FilesAndPrinterOptions) {
  const { app, dialog, shell } = electron
  const tickets = createTickets()
  const dialogOptions = {
    app,
    dialog,
    window: window.current,
    ownFolders: [app.getAppPath(), dirname(app.getPath('exe')), process.resourcesPath, join(userData, 'data'), logFolder],
  }
  return {
    files: createFiles({ ...dialogOptions, tickets, shell, fetchDownload: createDownloads(session), copyData: permittedBackup(host, session) }),
    ballots: createBallotPrinter({
      openPage: createHiddenPages({ ...electron, fontFile: join(resourcesFolder(app), 'fonts/NotoSansSC-Regular.ttf') }),
      chooseSavePath: createDialogs(dialogOptions).chooseSavePath,
      issue: tickets.issue,
      printers: async () => (await window.current()?.webContents.getPrintersAsync()) ?? [],
      onProgress: (progress) => window.send('ballots.progress', progress),
    }),
    scans: openScans(electron, places, session, log),
  }
}

/** The scanning commands, with the process that draws pages. */
function openScans({ app, utilityProcess }: Electron, { bundleFolder }: Places, session: Session, log: Log) {
  const script = join(bundleFolder, 'page-decoder.js')
  const decoder = createDecoder({ utilityProcess, script, environment: serverEnvironment(app.isPackaged), log })
  return { handlers: createScans(decoder, session), stop: decoder.stop }
}

/** Stops the embedded server, if used, and closes the connections. */
async function end(host: ServerHost, transport: Transport): Promise<void> {
  await host.stop()
  transport.close()
}

function menuActions({ app, dialog, shell }: Electron, window: MainWindow, logFolder: string, log: Log): Parameters<typeof menuTemplate>[0] {
  const openFolder = (folder: string) => {
    mkdirSync(folder, { recursive: true })
    shell.openPath(folder).then(
      (problem) => (problem === '' ? undefined : log.warn({ problem }, 'folder could not be opened')),
      (error: unknown) => log.warn({ err: error }, 'folder could not be opened'),
    )
  }
  return {
    choose: (item) => window.send('menu.chosen', { item }),
    openLogs: () => openFolder(logFolder),
    openData: () => openFolder(join(app.getPath('userData'), 'data')),
    showAbout: () => {
      const [about, parent] = [aboutBox(app.getVersion(), process.resourcesPath), window.current()]
      void (parent === null ? dialog.showMessageBox(about) : dialog.showMessageBox(parent, about))
    },
    hasDevTools: !app.isPackaged,
  }
}

/** Stops the server before the program quits: holds `will-quit` until it has stopped, within its deadline. */
function stopBeforeQuit({ app }: Electron, log: Log, stop: () => Promise<void>): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running'
  app.on('will-quit', (event) => {
    if (state === 'stopped') return
    event.preventDefault()
    if (state === 'stopping') return
    state = 'stopping'
    stop()
      .catch((error: unknown) => log.error({ err: error }, 'stop failed'))
      .finally(() => {
        state = 'stopped'
        app.quit()
      })
  })
}

/**
 * Ends the program after an uncaught exception, since its state is unreliable. Electron itself would show an English dialog
 * with a stack trace.
 */
function exitOnUncaughtException(electron: Electron, log: Log, closeLog: () => Promise<void>): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    // the console that started the program was closed: harmless
    if ('code' in error && error.code === 'EPIPE') return
    log.fatal({ err: error }, 'unexpected')
    electron.dialog.showErrorBox(TITLE, '程序遇到意外问题，需要关闭。请重新启动；已提交的数据不会丢失。')
    void exitAfterLog(electron, closeLog)
  })
}

/** Exits once the log is written, after a second at the latest: its last line has the reason. */
async function exitAfterLog({ app }: Electron, closeLog: () => Promise<void>): Promise<void> {
  await Promise.race([closeLog(), wait(1_000)])
  app.exit(1)
}
