import type { App, Clipboard } from 'electron'
import type { CommandHandlers } from '#shared/bridge/commands.ts'
import { lowestRoles } from '#shared/contract/index.ts'
import type { createBallotPrinter } from './ballots/ballotPrinter.ts'
import type { createDiskEncryption } from './diskEncryption.ts'
import type { createFiles } from './files/files.ts'
import type { createServerChoice } from './server-host/serverChoice.ts'
import type { createRestore } from './restore.ts'
import type { ServerHost } from './server-host/host.ts'
import type { Session } from './session/session.ts'
import type { createScans } from './scans/scans.ts'
import { mergePages, mergePreferences, type Settings } from './settings.ts'

interface CommandOptions {
  readonly app: Pick<App, 'getVersion' | 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>
  readonly clipboard: Pick<Clipboard, 'writeText'>
  readonly host: ServerHost
  readonly session: Session
  readonly settings: Settings
  readonly files: ReturnType<typeof createFiles>
  readonly ballots: ReturnType<typeof createBallotPrinter>['handlers']
  readonly scans: ReturnType<typeof createScans>
  readonly restore: ReturnType<typeof createRestore>
  readonly serverChoice: ReturnType<typeof createServerChoice>
  readonly disk: ReturnType<typeof createDiskEncryption>
  /** Returns the messages that the page has not shown yet, each once. */
  readonly takeNotices: () => string[]
}

/** The handlers of all bridge commands (`shared/bridge/commands.ts`); the router has checked their inputs. */
export function commandHandlers({
  app,
  clipboard,
  host,
  session,
  settings,
  files,
  ballots,
  scans,
  restore,
  serverChoice,
  disk,
  takeNotices,
}: CommandOptions): CommandHandlers {
  return {
    'app.start': async () => ({
      version: app.getVersion(),
      isLoggedIn: await session.isLoggedIn(),
      canKeepSession: await session.canKeep(),
      lowestRoles,
      connection: host.state(),
      preferences: settings.data().preferences,
      notices: takeNotices(),
    }),
    'app.preferences': (change) => {
      const preferences = mergePreferences(settings.data().preferences, change)
      settings.update({ preferences })
      return Promise.resolve(preferences)
    },
    'app.keptPages': ({ accountId }) => Promise.resolve(settings.data().pages[accountId] ?? { isWanted: false, addresses: [], shown: '' }),
    'app.keepPages': ({ accountId, kept }) => {
      settings.update({ pages: mergePages(settings.data().pages, accountId, kept) })
      return Promise.resolve(null)
    },
    'app.reconnect': () => host.reconnect(),
    'app.startAtLogOn': ({ isWanted }) => {
      const isSupported = process.platform === 'win32' && app.isPackaged
      if (isSupported && isWanted !== null) app.setLoginItemSettings({ openAtLogin: isWanted })
      return Promise.resolve({ isSupported, isOn: isSupported && app.getLoginItemSettings().openAtLogin })
    },
    'session.logIn': async (credentials) => {
      const lastLogin = await session.logIn(credentials)
      return { canKeepSession: await session.canKeep(), lastLogin }
    },
    'session.logOut': async () => {
      await session.logOut()
      return null
    },
    'session.confirm': async ({ password }) => {
      await session.confirm(password)
      return null
    },
    'session.declineConfirmation': () => {
      session.declineConfirmation()
      return Promise.resolve(null)
    },
    'session.cover': async () => {
      await session.cover()
      return null
    },
    'session.uncover': async ({ password }) => {
      await session.uncover(password)
      return null
    },
    ...files,
    ...ballots,
    ...scans,
    ...restore,
    ...serverChoice,
    ...disk,
    'clipboard.write': async ({ text }) => {
      await clipboard.writeText(text)
      return null
    },
  }
}
