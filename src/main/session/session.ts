import type { Endpoint } from '#shared/contract/endpoint.ts'
import { AUTH_ID_HEADER } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Events } from '#shared/bridge/bridge.ts'
import { type AllEndpoints, type AnswerOf, endpointOf, type EndpointName, type InputOf } from '#shared/contract/index.ts'
import type { Credentials } from '#shared/features/account/contract.ts'
import { isSessionEnd } from '#shared/features/account/refusals.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { Log } from '../log.ts'
import type { ServerHost } from '../server-host/host.ts'
import { isEnvelope, readAnswer } from './answer.ts'
import { encodeCall, type OutgoingCall } from './request.ts'
import type { Transport } from './transport.ts'
import type { Vault } from './vault.ts'

const TIMEOUT_MS = 30_000
const NO_FILE = '服务器没有返回文件，请重试'

/** The calls whose answers come in pieces. */
export type StreamName = { [N in EndpointName]: AllEndpoints[N]['response'] extends 'stream' ? N : never }[EndpointName]

/** Calls that only this module makes: their answers or their effects belong to the token, which never crosses. */
const ownCalls: ReadonlySet<EndpointName> = new Set<EndpointName>(['account.logIn', 'account.logOut'])

export interface Session {
  /** Brings back the token of the last run; calls wait for it. */
  readonly start: () => void
  readonly isLoggedIn: () => Promise<boolean>
  readonly canKeep: () => Promise<boolean>
  /** A call of the main process's own: its answer is not for the page. */
  readonly call: <N extends EndpointName>(name: N, input: InputOf<N>) => Promise<AnswerOf<N>>
  /** A call of the main process's own whose answer is written away as it comes: `save` takes its bytes, and may throw. */
  readonly download: (name: StreamName, input: unknown, save: (chunks: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<void>
  /** A call for the page: by name, with what the page gave; nothing in the answer is a token. */
  readonly callForPage: (name: EndpointName, input: unknown) => Promise<unknown>
  readonly logIn: (credentials: Credentials) => Promise<void>
  /** Always ends the session here; the server hears of it where it can be reached. */
  readonly logOut: () => Promise<void>
  /** The calls that are under way, by name. */
  readonly underWay: () => EndpointName[]
}

interface SessionOptions {
  readonly host: Pick<ServerHost, 'identity' | 'address' | 'suspect'>
  readonly transport: Pick<Transport, 'send' | 'open'>
  readonly vault: Vault
  readonly onEnded: (ended: Events['session.ended']) => void
  readonly log: Pick<Log, 'info' | 'warn'>
}

/**
 * The authenticated session with one server.
 *
 * Every token has a generation. A call that was sent under an older one, and hears 443 or 444 after a new login, does
 * not end the new session; of ten calls that hear it together, the first ends the session and nine find it ended.
 */
export function createSession({ host, transport, vault, onEnded, log }: SessionOptions): Session {
  let token: string | null = null
  let generation = 0
  let restored: Promise<void> = Promise.resolve()
  const underWay = new Set<{ readonly name: EndpointName }>()

  const take = (next: string | null): void => {
    token = next
    generation += 1
    vault.save(host.identity, next).catch((error: unknown) => log.warn({ err: error }, 'session could not be kept'))
  }
  const restore = async (): Promise<void> => {
    const begun = generation
    try {
      const kept = await vault.load(host.identity)
      if (generation === begun) token = kept
    } catch (error) {
      log.warn({ err: error }, 'kept session could not be read')
    }
  }
  const noticeEnd = (error: unknown, sentUnder: number): void => {
    if (!(error instanceof Refusal) || !isSessionEnd(error.reason)) return
    if (sentUnder !== generation || token === null) return
    take(null)
    onEnded({ reason: error.reason, message: error.message })
  }

  /** Makes a call ready and hands it over; what goes wrong is logged, and may end the session. */
  const asking = async <T>(
    name: EndpointName,
    input: unknown,
    ask: (endpoint: Endpoint, address: string, call: OutgoingCall, headers: Readonly<Record<string, string>>) => Promise<T>,
    ending?: string,
  ): Promise<T> => {
    const endpoint = endpointOf(name)
    const outgoing = encodeCall(endpoint, input)
    await restored
    const address = await host.address()
    const sentUnder = generation
    const authId = ending ?? token
    const headers = authId === null || endpoint.access === 'public' ? {} : { [AUTH_ID_HEADER]: authId }
    const begun = performance.now()
    try {
      return await ask(endpoint, address, outgoing, headers)
    } catch (error) {
      if (error instanceof Unreachable) host.suspect()
      const ms = Math.round(performance.now() - begun)
      if (error instanceof Refusal) log.info({ call: name, ms, code: error.code, reason: error.reason }, 'refused')
      else log.warn({ call: name, ms, cause: causeOf(error) }, 'call failed')
      noticeEnd(error, sentUnder)
      throw error
    }
  }
  const send = (name: EndpointName, input: unknown, ending?: string): Promise<unknown> =>
    asking(
      name,
      input,
      async (endpoint, address, call, headers) => readAnswer(endpoint, await transport.send(address, call, headers, endpoint.isLong === true ? 0 : TIMEOUT_MS)),
      ending,
    )
  const countedWork = async <T>(name: EndpointName, work: () => Promise<T>): Promise<T> => {
    const entry = { name }
    underWay.add(entry)
    try {
      return await work()
    } finally {
      underWay.delete(entry)
    }
  }
  const counted = (name: EndpointName, input: unknown, ending?: string): Promise<unknown> => countedWork(name, () => send(name, input, ending))
  /** `readAnswer` has decoded the answer by this endpoint's own contract. */
  const call = async <N extends EndpointName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> => (await counted(name, input)) as AnswerOf<N>

  return {
    start: () => {
      restored = restore()
    },
    isLoggedIn: async () => {
      await restored
      return token !== null
    },
    canKeep: vault.canKeep,
    call,
    download: (name, input, save) =>
      countedWork(name, () =>
        asking(name, input, async (endpoint, address, call, headers) => {
          const { chunks, ...raw } = await transport.open(address, call, headers)
          if (raw.status === 200 && !isEnvelope(raw)) return save(chunks)
          // A refusal is small; it throws.
          readAnswer(endpoint, { ...raw, bytes: await bytesOf(chunks) })
          throw new LocalFailure(NO_FILE)
        }),
      ),
    callForPage: async (name, input) => {
      if (ownCalls.has(name) || endpointOf(name).response === 'stream') throw new LocalFailure('页面不能直接进行此操作，请重新启动程序')
      const answer = await counted(name, input)
      return name === 'account.current' && typeof answer === 'object' ? { ...answer, token: '' } : answer
    },
    logIn: async (credentials) => {
      const { authId } = await call('account.logIn', { body: credentials })
      take(authId)
    },
    logOut: async () => {
      await restored
      if (token === null) return
      const ending = token
      // here it ends at once, whether the server can be reached or not
      take(null)
      try {
        await counted('account.logOut', {}, ending)
      } catch (error) {
        log.info({ err: error }, 'server did not hear of the logout')
      }
    },
    underWay: () => [...underWay].map(({ name }) => name),
  }
}

/** The system's code or the contract's difference, for the log. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'string' ? cause : String(error)
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks) pieces.push(piece)
  return Buffer.concat(pieces)
}
