import type { App } from 'electron'
import type { CommandHandlers } from '#shared/bridge/commands.ts'
import { isUnencrypted, serverUrl, UNENCRYPTED } from '../configuration.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { ServerHost } from './host.ts'
import { networkProblem } from '../network/problems.ts'
import type { Settings } from '../settings.ts'
import type { FindServers } from '../network/finder.ts'
import type { Trust } from '../network/trust.ts'

type ServerCommandHandlers = Pick<CommandHandlers, 'server.look' | 'server.find' | 'server.use' | 'server.useOwn' | 'server.pair'>

interface ServerChoiceOptions {
  readonly app: Pick<App, 'relaunch' | 'quit'>
  /** The arguments after the executable. */
  readonly args: readonly string[]
  readonly settings: Settings
  readonly trust: Trust
  readonly find: FindServers
  readonly host: Pick<ServerHost, 'state' | 'reconnect'>
}

const FIND_MS = 3_000

/**
 * The commands that choose the server for the following starts, and pair with its certificate.
 *
 * They throw {@link LocalFailure} for a rejected address or certificate, {@link Unreachable} if no server answers.
 */
export function createServerChoice({ app, args, settings, trust, find, host }: ServerChoiceOptions): ServerCommandHandlers {
  const pin = (origin: string, fingerprint: string) => settings.update({ pins: { ...settings.data().pins, [origin]: fingerprint } })
  const startAnew = (url: string): null => {
    settings.update({ serverUrl: url })
    // An address on the command line would override the one just chosen.
    app.relaunch({ args: withoutServer(args) })
    app.quit()
    return null
  }
  return {
    'server.look': async ({ address }) => {
      const url = typedAddress(address)
      const name = new URL(url).host
      return { address: url, name, certificate: url.startsWith('https:') ? await shownBy(trust, url) : null }
    },
    'server.find': async () => {
      const pins = new Set(Object.values(settings.data().pins))
      return (await find(FIND_MS)).map(({ address, name, fingerprint }) => ({ address, name, isPaired: pins.has(fingerprint) }))
    },
    'server.use': async ({ address, fingerprint }) => {
      const url = typedAddress(address)
      if (url.startsWith('https:')) agree(await shownBy(trust, url), fingerprint, () => pin(url, fingerprint ?? ''))
      return startAnew(url)
    },
    'server.useOwn': () => Promise.resolve(startAnew('')),
    'server.pair': async ({ fingerprint }) => {
      const { certificate } = host.state()
      const address = `https://${host.state().name}`
      if (!certificate) throw new LocalFailure('这台服务器不需要配对')
      agree(certificate, fingerprint, () => pin(address, fingerprint))
      await host.reconnect()
      return null
    },
  }
}

async function shownBy(trust: Trust, url: string) {
  try {
    return await trust.inspect(url)
  } catch (error) {
    throw new Unreachable(`${networkProblem(error)}，请检查地址和端口，以及那台电脑是否已经打开网络共享`, { cause: error })
  }
}

/**
 * Pins a certificate whose fingerprint the user has compared. Throws {@link LocalFailure} if it is not the compared one, or
 * differs from the pinned one.
 */
function agree({ verdict, fingerprint: shown }: { readonly verdict: string; readonly fingerprint: string }, compared: string | null, keep: () => void): void {
  if (verdict === 'vouched' || verdict === 'paired') return
  if (verdict === 'changed' || compared !== shown) throw new LocalFailure('服务器的证书与核对时不同，没有连接，请联系管理员')
  keep()
}

/**
 * An address as typed by the user; without a scheme it means HTTPS.
 *
 * @throws LocalFailure if it is invalid, or plain HTTP to another computer
 */
function typedAddress(written: string): string {
  const url = serverUrl(written)
  if (url === null) throw new LocalFailure('服务器地址不正确，应为 https://主机:端口，例如 https://192.168.1.20:8790')
  if (isUnencrypted(url)) throw new LocalFailure(UNENCRYPTED)
  return url
}

function withoutServer(args: readonly string[]): string[] {
  return args.filter((argument, index) => argument !== '--server' && !argument.startsWith('--server=') && args[index - 1] !== '--server')
}
