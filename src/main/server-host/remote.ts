import type { ConnectionState } from '#shared/bridge/commands.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { Trust } from '../network/trust.ts'
import type { CheckHealth, HealthProblem } from '../network/transport.ts'
import { type ServerHost, createObservable } from './host.ts'
import { watchHealth } from './watch.ts'

/** Often enough that the screens know within two seconds (`watch.ts` adds the time of one refused connection). */
const HEALTHY_INTERVAL_MS = 1_500
const UNHEALTHY_INTERVAL_MS = 1_000

interface RemoteOptions {
  readonly address: string
  readonly checkHealth: CheckHealth
  readonly trust: Pick<Trust, 'lastShown'>
  /** Whose sessions the kept tokens are; see {@link ServerHost}. */
  readonly identity: (address: string) => string
  /** Where the server that was paired at an address is now; null if it cannot be found, or is where it was. */
  readonly findMovedServer: (address: string) => Promise<string | null>
  readonly onChange: (state: ConnectionState) => void
}

/** How long a server has not answered before it is searched for at another address, in ms. */
const UNREACHABLE_MS = 10_000

/** A server in the network: never started or stopped by this program, watched all the time. */
export function createRemoteHost({ address: first, checkHealth, trust, identity, findMovedServer, onChange }: RemoteOptions): ServerHost {
  let address = first
  const stateOf = (status: ConnectionState['status'], message = '', more: Pick<ConnectionState, 'certificate'> = {}): ConnectionState => ({
    kind: 'remote',
    name: new URL(address).host,
    status,
    message,
    ...more,
  })
  const state = createObservable<ConnectionState>(stateOf('starting'))
  state.listen(onChange)
  let watch: ReturnType<typeof watchHealth> | null = null
  let isSearching = false
  let hasAnnouncedEnd = false

  const onCheck = (problem: HealthProblem | null, unreachableForMs: number) => {
    const certificate = problem === null ? null : trust.lastShown(address)
    // An announced end tells more than a refused connection.
    hasAnnouncedEnd = problem !== null && (hasAnnouncedEnd || problem.reason === 'sharing.ended')
    if (problem === null) state.set(stateOf('connected'))
    else if (certificate?.verdict === 'unknown' || certificate?.verdict === 'changed') state.set(stateOf('failed', problem.sentence, { certificate }))
    else if (problem.reason === 'request.otherContract') state.set(stateOf('failed', problem.sentence))
    else {
      state.set(stateOf('lost', `${hasAnnouncedEnd ? sentenceFor('sharing.ended') : problem.sentence}，正在自动重试`))
      if (unreachableForMs >= UNREACHABLE_MS) void findNewAddress()
    }
  }
  /** A router may have given the server's computer another address. */
  const findNewAddress = async () => {
    if (isSearching || watch === null) return
    isSearching = true
    const found = await findMovedServer(address).catch(() => null)
    isSearching = false
    if (found === null || watch === null) return
    watch.stop()
    address = found
    begin()
  }
  const begin = () => {
    watch = watchHealth({ address, checkHealth, healthyIntervalMs: HEALTHY_INTERVAL_MS, unhealthyIntervalMs: UNHEALTHY_INTERVAL_MS, onCheck })
    void watch.check()
  }
  return {
    get identity() {
      return identity(address)
    },
    state: state.get,
    start: begin,
    address: () => {
      const { status, message } = state.get()
      if (status === 'failed') return Promise.reject(new Unreachable(message))
      // a call is tried even while the server seems gone: it may be back before the next check
      return Promise.resolve(address)
    },
    headers: () => ({}),
    connectedComputers: () => 0,
    recheck: () => void watch?.check(),
    reconnect: async () => {
      await watch?.check()
      return state.get()
    },
    copyData: () => Promise.reject(new LocalFailure(`数据在服务器 ${state.get().name} 上，请在那台电脑上备份`)),
    maintain: () => Promise.reject(new LocalFailure(`数据在服务器 ${state.get().name} 上，请在那台电脑上恢复`)),
    suspend: () => Promise.resolve(),
    stop: () => {
      watch?.stop()
      watch = null
      return Promise.resolve()
    },
  }
}

/** An address that cannot be used: states why; nothing is sent to it. */
export function createInvalidHost({ written, sentence }: { readonly written: string; readonly sentence: string }): ServerHost {
  const message = `${sentence}，请修改后重新启动程序`
  const state: ConnectionState = { kind: 'remote', name: written.slice(0, 60), status: 'failed', message }
  return {
    identity: 'invalid',
    state: () => state,
    start: () => undefined,
    address: () => Promise.reject(new Unreachable(message)),
    headers: () => ({}),
    connectedComputers: () => 0,
    recheck: () => undefined,
    reconnect: () => Promise.resolve(state),
    copyData: () => Promise.reject(new Unreachable(message)),
    maintain: () => Promise.reject(new Unreachable(message)),
    suspend: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }
}
