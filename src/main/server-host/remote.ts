import type { ConnectionState } from '#shared/bridge/commands.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import { type CheckHealth, type ServerHost, watched } from './host.ts'
import { watchHealth } from './watch.ts'

/** Often enough that the screens know within two seconds (`watch.ts` adds the time of one refused connection). */
const WELL_INTERVAL_MS = 1_500
const ILL_INTERVAL_MS = 1_000

interface RemoteOptions {
  readonly address: string
  readonly checkHealth: CheckHealth
  readonly onChange: (state: ConnectionState) => void
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether others on the way may read what is sent there. */
export function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !LOOPBACK.test(hostname)
}

/** A server in the network: never started or stopped by this program, watched all the time. */
export function createRemoteHost({ address, checkHealth, onChange }: RemoteOptions): ServerHost {
  const name = new URL(address).host
  const known = { kind: 'remote', name, ...(isUnencrypted(address) ? { isUnencrypted: true } : {}) } as const
  const state = watched<ConnectionState>({ ...known, status: 'starting', message: '' })
  state.listen(onChange)
  let watch: ReturnType<typeof watchHealth> | null = null

  const onLook = (problem: string | null) =>
    state.set(problem === null ? { ...known, status: 'connected', message: '' } : { ...known, status: 'lost', message: `${problem}，正在自动重试` })
  return {
    identity: address,
    state: state.get,
    start: () => {
      watch = watchHealth({ address, checkHealth, wellIntervalMs: WELL_INTERVAL_MS, illIntervalMs: ILL_INTERVAL_MS, onLook })
      void watch.look()
    },
    // a call is tried even while the server seems gone: it may be back before the next look
    address: () => Promise.resolve(address),
    suspect: () => void watch?.look(),
    reconnect: async () => {
      await watch?.look()
      return state.get()
    },
    copyData: () => Promise.reject(new LocalFailure(`数据在服务器 ${name} 上，请在那台电脑上备份`)),
    maintain: () => Promise.reject(new LocalFailure(`数据在服务器 ${name} 上，请在那台电脑上恢复`)),
    stop: () => {
      watch?.stop()
      return Promise.resolve()
    },
  }
}

/** An address that cannot be understood: says so, and asks nobody. */
export function createInvalidHost(written: string): ServerHost {
  const message = `服务器地址“${written}”不正确，应为 http://主机:端口，请修改后重新启动程序`
  const state: ConnectionState = { kind: 'remote', name: written.slice(0, 60), status: 'failed', message }
  return {
    identity: 'invalid',
    state: () => state,
    start: () => undefined,
    address: () => Promise.reject(new Unreachable(message)),
    suspect: () => undefined,
    reconnect: () => Promise.resolve(state),
    copyData: () => Promise.reject(new Unreachable(message)),
    maintain: () => Promise.reject(new Unreachable(message)),
    stop: () => Promise.resolve(),
  }
}
