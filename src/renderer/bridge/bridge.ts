import type { Bridge, Events } from '#shared/bridge/bridge.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/bridge/commands.ts'
import type { Failure, Outcome } from '#shared/bridge/outcome.ts'
import type { AnswerOf, EndpointName, InputOf } from '#shared/contract/index.ts'
import { isLoggedOut, sentenceOf } from './failure.ts'

declare global {
  interface Window {
    readonly bridge?: Bridge
  }
}

/** A failure on its way through promises; `message` is the sentence for the user. */
export class BridgeError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(sentenceOf(failure))
    this.name = 'BridgeError'
    this.failure = failure
  }
}

/** Calls the server, by the endpoint's name. Throws a {@link BridgeError}. */
export async function askServer<N extends EndpointName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
  const askedAt = performance.now()
  const outcome = await settle(() => bridge().call(name, input))
  if (!outcome.ok && isLoggedOut(outcome.failure)) for (const listener of loggedOutListeners) listener(askedAt)
  return valueOf(outcome)
}

const loggedOutListeners = new Set<(askedAt: number) => void>()

/**
 * Listens to calls that were refused because nobody is logged in (443, 444).
 *
 * Main announces the end of a session once; this announces every later refused call too, so that a user who stayed on the page is asked again.
 *
 * @param listener receives when the call was begun, on the clock of `performance.now()`
 */
export function onLoggedOut(listener: (askedAt: number) => void): () => void {
  loggedOutListeners.add(listener)
  return () => loggedOutListeners.delete(listener)
}

/** Asks this computer. Throws a {@link BridgeError}. */
export async function runCommand<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  return valueOf(await settle(() => bridge().run(name, input)))
}

/** Listens to what main pushes; the returned function stops. */
export function listen<N extends keyof Events>(name: N, listener: (payload: Events[N]) => void): () => void {
  return bridge().on(name, listener)
}

/** What a thrown thing says, as a failure: a fault of the program itself has a sentence too. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BridgeError) return error.failure
  return { kind: 'local', message: '程序内部出错，请重试；仍不行时请重新启动程序' }
}

function bridge(): Bridge {
  if (!window.bridge) throw new BridgeError({ kind: 'local', message: '页面没有连接到程序，请重新启动程序' })
  return window.bridge
}

async function settle<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await ask()
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new BridgeError(outcome.failure)
  return outcome.value
}
