import type { ConnectionState } from '#shared/bridge/commands.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { Trust } from '../network/trust.ts'
import { type CheckHealth, type HealthProblem, type ServerHost, watched } from './host.ts'
import { watchHealth } from './watch.ts'

/** Often enough that the screens know within two seconds (`watch.ts` adds the time of one refused connection). */
const WELL_INTERVAL_MS = 1_500
const ILL_INTERVAL_MS = 1_000

interface RemoteOptions {
  readonly address: string
  readonly checkHealth: CheckHealth
  readonly trust: Pick<Trust, 'lastShown'>
  /** Whose sessions the kept tokens are; see {@link ServerHost}. */
  readonly identity: (address: string) => string
  /** Where the server that was paired at an address is now; null where it cannot be found, or is where it was. */
  readonly findAgain: (address: string) => Promise<string | null>
  readonly onChange: (state: ConnectionState) => void
}

/** How long a server is gone before it is looked for at another address, in ms. */
const GONE_MS = 10_000

/** A server in the network: never started or stopped by this program, watched all the time. */
export function createRemoteHost({ address: first, checkHealth, trust, identity, findAgain, onChange }: RemoteOptions): ServerHost {
  let address = first
  const stateOf = (status: ConnectionState['status'], message = '', more: Pick<ConnectionState, 'certificate'> = {}): ConnectionState => ({
    kind: 'remote',
    name: new URL(address).host,
    status,
    message,
    ...more,
  })
  const state = watched<ConnectionState>(stateOf('starting'))
  state.listen(onChange)
  let watch: ReturnType<typeof watchHealth> | null = null
  let isLooking = false
  let hasSaidGoodbye = false

  const onLook = (problem: HealthProblem | null, illForMs: number) => {
    const certificate = problem === null ? null : trust.lastShown(address)
    // What it said last tells more than that nobody answers any more.
    hasSaidGoodbye = problem !== null && (hasSaidGoodbye || problem.reason === 'sharing.ended')
    if (problem === null) state.set(stateOf('connected'))
    else if (certificate?.verdict === 'unknown' || certificate?.verdict === 'changed') state.set(stateOf('failed', problem.sentence, { certificate }))
    else {
      state.set(stateOf('lost', `${hasSaidGoodbye ? sentenceFor('sharing.ended') : problem.sentence}，正在自动重试`))
      if (illForMs >= GONE_MS) void lookElsewhere()
    }
  }
  /** A router may have given the server's computer another address. */
  const lookElsewhere = async () => {
    if (isLooking || watch === null) return
    isLooking = true
    const found = await findAgain(address).catch(() => null)
    isLooking = false
    if (found === null || watch === null) return
    watch.stop()
    address = found
    begin()
  }
  const begin = () => {
    watch = watchHealth({ address, checkHealth, wellIntervalMs: WELL_INTERVAL_MS, illIntervalMs: ILL_INTERVAL_MS, onLook })
    void watch.look()
  }
  return {
    get identity() {
      return identity(address)
    },
    state: state.get,
    start: begin,
    address: () => {
      const { certificate, message } = state.get()
      if (certificate) return Promise.reject(new Unreachable(message))
      // a call is tried even while the server seems gone: it may be back before the next look
      return Promise.resolve(address)
    },
    headers: () => ({}),
    connectedComputers: () => 0,
    suspect: () => void watch?.look(),
    reconnect: async () => {
      await watch?.look()
      return state.get()
    },
    copyData: () => Promise.reject(new LocalFailure(`数据在服务器 ${state.get().name} 上，请在那台电脑上备份`)),
    maintain: () => Promise.reject(new LocalFailure(`数据在服务器 ${state.get().name} 上，请在那台电脑上恢复`)),
    stop: () => {
      watch?.stop()
      watch = null
      return Promise.resolve()
    },
  }
}

/** An address that cannot be used: says why, and asks nobody. */
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
    suspect: () => undefined,
    reconnect: () => Promise.resolve(state),
    copyData: () => Promise.reject(new Unreachable(message)),
    maintain: () => Promise.reject(new Unreachable(message)),
    stop: () => Promise.resolve(),
  }
}
