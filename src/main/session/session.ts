import { z } from 'zod'
import type { Events } from '#shared/bridge/bridge.ts'
import { type AnswerOf, endpointOf, type EndpointName, type InputOf, type StreamedEndpoint } from '#shared/contract/index.ts'
import type { Credentials } from '#shared/features/account/contract.ts'
import type { LastLogin } from '#shared/features/account/sessions.ts'
import { LocalFailure } from '../failures.ts'
import type { Log } from '../log.ts'
import type { ServerHost } from '../server-host/host.ts'
import { createCalls } from './calls.ts'
import { createConfirmation } from './confirmation.ts'
import { createCover } from './cover.ts'
import { createToken } from './token.ts'
import type { Transport } from '../network/transport.ts'
import type { Vault } from '../vault.ts'

/** Calls made only by this module: they read or change the token, which never reaches the page. */
const ownCalls: ReadonlySet<EndpointName> = new Set<EndpointName>(['account.logIn', 'account.logOut', 'account.confirm', 'account.cover', 'account.uncover'])

const CancelRequest = z.object({ body: z.object({ jobId: z.string().min(1).max(64) }) })

/** The session with the server, as the main process has it. */
export interface Session {
  /** Loads the previous run's token; calls wait for it. */
  readonly start: () => void
  /** Whether there is a token, once that of the previous run has been loaded; does not ask the server. */
  readonly isLoggedIn: () => Promise<boolean>
  /** Whether the token outlives the program: false without a keychain. */
  readonly canKeep: () => Promise<boolean>
  /** A call of the main process itself: its answer is not for the page. */
  readonly call: <N extends EndpointName>(name: N, input: InputOf<N>) => Promise<AnswerOf<N>>
  /** A call of the main process itself whose answer is streamed: `save` receives its bytes, and may throw. */
  readonly download: (name: StreamedEndpoint, input: unknown, save: (chunks: AsyncIterable<Uint8Array>) => Promise<void>, signal?: AbortSignal) => Promise<void>
  /** A signal that aborts when the page cancels a job. */
  readonly cancellation: (jobId: unknown) => AbortSignal
  /** A call for the page, by name with the page's input; the answer never contains a token. */
  readonly callForPage: (name: EndpointName, input: unknown) => Promise<unknown>
  /** Returns the account's last login before this one; null at its first. */
  readonly logIn: (credentials: Credentials) => Promise<LastLogin | null>
  /** Always ends the session here, and at the server if it is reachable. */
  readonly logOut: () => Promise<void>
  /** Sends the password to the server again; calls waiting for it are repeated. */
  readonly confirm: (password: string) => Promise<void>
  /** Gives up the calls waiting for the password, refused with 445. */
  readonly declineConfirmation: () => void
  /** Blocks all calls of the page, whether or not the server is reachable; may be called again. */
  readonly cover: () => Promise<void>
  /** Sends the password to the server, and uncovers the window if it is right. */
  readonly uncover: (password: string) => Promise<void>
  /** The pending calls, by name. */
  readonly underWay: () => EndpointName[]
}

interface SessionOptions {
  readonly host: Pick<ServerHost, 'identity' | 'address' | 'headers' | 'recheck'>
  readonly transport: Pick<Transport, 'send' | 'open'>
  readonly vault: Vault
  readonly onEnded: (ended: Events['session.ended']) => void
  /** The page must ask for the password again: calls wait for it. */
  readonly onConfirmationAsked: () => void
  /** The page must cover itself: the session is covered. */
  readonly onCovered: () => void
  readonly log: Pick<Log, 'info' | 'warn'>
}

/**
 * The authenticated session with one server.
 *
 * Every token has a generation. A call sent with an older one that gets 443 or 444 after a new login does not end the new
 * session; of ten calls that get it together, only the first ends the session.
 */
export function createSession({ host, transport, vault, onEnded, onConfirmationAsked, onCovered, log }: SessionOptions): Session {
  const confirmation = createConfirmation(onConfirmationAsked)
  const cover = createCover(onCovered)
  // A new session neither waits for the previous one's password nor is covered by it.
  const onReplaced = () => {
    confirmation.settle(false)
    cover.set(false)
  }
  const token = createToken({ host, vault, onEnded, onReplaced, log })
  const { send, download, underWay } = createCalls({ host, transport, token, confirmation, cover, log })
  const cancellations = new Map<unknown, AbortController>()
  const cancellationOf = (jobId: unknown): AbortController => {
    const found = cancellations.get(jobId) ?? new AbortController()
    cancellations.set(jobId, found)
    return found
  }
  /** The answer was decoded by this endpoint's own contract. */
  const call = async <N extends EndpointName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> => (await send(name, input)) as AnswerOf<N>

  return {
    start: token.start,
    isLoggedIn: async () => {
      await token.restored()
      return token.now().token !== null
    },
    canKeep: vault.canKeep,
    call,
    download,
    cancellation: (jobId) => cancellationOf(jobId).signal,
    callForPage: async (name, input) => {
      const cancelling = name === 'job.cancel' ? CancelRequest.safeParse(input) : null
      if (cancelling?.success) cancellationOf(cancelling.data.body.jobId).abort()
      if (ownCalls.has(name) || endpointOf(name).response === 'stream') throw new LocalFailure('页面不能直接进行此操作，请重新启动程序')
      const answer = await send(name, input)
      return name === 'account.current' && typeof answer === 'object' ? { ...answer, token: '' } : answer
    },
    logIn: async (credentials) => {
      const { authId, lastLogin } = await call('account.logIn', { body: credentials })
      token.replace(authId)
      return lastLogin
    },
    logOut: async () => {
      await token.restored()
      const ending = token.now().token
      if (ending === null) return
      // here it ends at once, whether or not the server is reachable
      token.replace(null)
      try {
        await send('account.logOut', {}, ending)
      } catch (error) {
        log.info({ err: error }, 'server could not be reached for the logout')
      }
    },
    confirm: async (password) => {
      await call('account.confirm', { body: { password } })
      confirmation.settle(true)
    },
    declineConfirmation: () => confirmation.settle(false),
    cover: async () => {
      if (token.now().token === null) return
      cover.set(true)
      await call('account.cover', { body: {} })
    },
    uncover: async (password) => {
      await call('account.uncover', { body: { password } })
      cover.set(false)
    },
    underWay,
  }
}
