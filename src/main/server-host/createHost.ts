import { join } from 'node:path'
import { chooseServer, resourcesFolder, serverEnvironment } from '../configuration.ts'
import type { Electron, Places } from '../electron.ts'
import type { Log } from '../log.ts'
import type { FindServers } from '../network/finder.ts'
import { findMovedServer, forgetPinIfRequested } from '../network/pins.ts'
import { trustSystemAuthorities, type Trust } from '../network/trust.ts'
import type { Transport } from '../network/transport.ts'
import { isEncryptedKeyFile, keyEncryptionKey, openKeyVault } from '../vault.ts'
import type { Settings } from '../settings.ts'
import type { MainWindow } from '../window.ts'
import { createEmbeddedHost } from './embedded.ts'
import type { ServerHost } from './host.ts'
import { createInvalidHost, createRemoteHost } from './remote.ts'
import { forkServer } from './utility-process.ts'

interface HostOptions {
  readonly electron: Electron
  readonly settings: Settings
  readonly trust: Trust
  readonly find: FindServers
  readonly transport: Transport
  readonly places: Places
  readonly logFolder: string
  readonly log: Log
  readonly send: MainWindow['send']
  /** Adds a user-facing message, whether or not the page is loaded yet. */
  readonly addNotice: (sentence: string) => void
}

/** The server for this run: the embedded one, or another computer's. */
export function createHost({ electron, settings, trust, find, transport, places, logFolder, log, send, addNotice }: HostOptions): ServerHost {
  const { app, utilityProcess } = electron
  const choice = chooseServer(process.argv.slice(1), settings.data().serverUrl)
  const onChange: Parameters<typeof createRemoteHost>[0]['onChange'] = (state) => {
    log.info({ status: state.status, kind: state.kind }, 'connection')
    send('connection.changed', state)
  }
  switch (choice.kind) {
    case 'invalid':
      return createInvalidHost(choice)
    case 'remote':
      if (choice.url.startsWith('https:')) trustSystemAuthorities(log)
      forgetPinIfRequested(process.argv.slice(1), choice.url, settings)
      return createRemoteHost({
        address: choice.url,
        checkHealth: transport.checkHealth,
        trust,
        identity: (address) => settings.data().pins[address] ?? address,
        findMovedServer: (address) => findMovedServer(address, { settings, trust, find }),
        onChange,
      })
    case 'embedded': {
      const keyVault = openKeyVault(electron.safeStorage, settings, log)
      return createEmbeddedHost({
        fork: (purpose) =>
          forkServer({
            purpose,
            utilityProcess,
            script: join(places.bundleFolder, 'server-utility.js'),
            environment: serverEnvironment(app.isPackaged),
            dataFolder: join(app.getPath('userData'), 'data'),
            logFolder,
            resourcesFolder: resourcesFolder(app),
            version: app.getVersion(),
            isOnConsole: !app.isPackaged,
            log,
          }),
        checkHealth: transport.checkHealth,
        keyEncryptionKey: () => keyEncryptionKey(keyVault, () => isEncryptedKeyFile(join(app.getPath('userData'), 'data', 'keys', 'signing.key'))),
        onKeyUnavailable: () => addNotice(KEY_UNAVAILABLE),
        onChange,
        onSms: ({ type: _type, ...code }) => {
          send('sms.shown', code)
          announceSms(electron, code.phoneEnding)
        },
        log,
      })
    }
  }
}

const KEY_UNAVAILABLE =
  'Windows 暂时没有交出签名密钥：可以照常投票，但现在没有检查点，也不能生成报告和应诉包。程序会自动再试；换过电脑或重装过系统的，请退出程序，把数据文件夹中的 keys 文件夹改名后重新启动'

/** Notifies that the window shows a code; the code itself appears nowhere else. */
function announceSms({ Notification }: Electron, phoneEnding: string): void {
  if (Notification.isSupported()) new Notification({ title: '短信验证码', body: `手机尾号 ${phoneEnding} 的验证码显示在程序窗口中` }).show()
}
