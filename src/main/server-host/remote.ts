import type { ConnectionState } from '#shared/bridge/commands.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { Trust } from '../network/trust.ts'
import type { CheckHealth, HealthProblem } from '../network/transport.ts'
import { type ServerHost, createObservable } from './host.ts'
import { watchHealth } from './watch.ts'

/** Short enough for the screens to know within two seconds (`watch.ts` adds the time of one refused connection). */
const HEALTHY_INTERVAL_MS = 1_500
const UNHEALTHY_INTERVAL_MS = 1_000

interface RemoteOptions {
  readonly address: string
  readonly checkHealth: CheckHealth
  readonly trust: Pick<Trust, 'lastShown'>
  /** Key of the stored session tokens; see {@link ServerHost}. */
  readonly identity: (address: string) => string
  /** The current address of the server that was paired at an address; null if not found or unchanged. */
  readonly findMovedServer: (address: string) => Promise<string | null>
  readonly onChange: (state: ConnectionState) => void
}

/** Time without an answer after which a server is searched for at another address (ms). */
const UNREACHABLE_MS = 10_000

/** A server on the network: monitored, but never started or stopped by this program. */
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
    // An announced shutdown says more than a refused connection.
    hasAnnouncedEnd = problem !== null && (hasAnnouncedEnd || problem.reason === 'sharing.ended')
    if (problem === null) state.set(stateOf('connected'))
    else if (certificate?.verdict === 'unknown' || certificate?.verdict === 'changed') state.set(stateOf('failed', problem.sentence, { certificate }))
    else if (problem.reason === 'request.otherContract') state.set(stateOf('failed', problem.sentence))
    else {
      state.set(stateOf('lost', `${hasAnnouncedEnd ? sentenceFor('sharing.ended') : problem.sentence}，正在自动重试`))
      if (unreachableForMs >= UNREACHABLE_MS) void findNewAddress()
    }
  }
  /** A router may have assigned another address to the server's computer. */
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
      // calls are tried even while the server seems gone: it may be back before the next check
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

/** A host for an unusable address: states why; nothing is sent to it. */
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
