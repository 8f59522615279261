import type { Bridge, Events } from '#shared/bridge/bridge.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/bridge/commands.ts'
import type { Failure, Outcome } from '#shared/bridge/outcome.ts'
import type { AnswerOf, EndpointName, InputOf } from '#shared/contract/index.ts'
import { sentenceOf } from './failure.ts'

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
  return announced({ askedAt: performance.now(), isAct: false }, () => bridge().call(name, input))
}

/** The same for what the user does, not what a page asks for by itself. */
export async function sendToServer<N extends EndpointName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
  return announced({ askedAt: performance.now(), isAct: true }, () => bridge().call(name, input))
}

/** A call that failed. */
export interface FailedCall {
  readonly failure: Failure
  /** When it was begun, on the clock of `performance.now()`. */
  readonly askedAt: number
  /** The user did something; false if a page asked for what it shows. */
  readonly isAct: boolean
}

const failureListeners = new Set<(call: FailedCall) => void>()

/** Listens to every call and command that failed, for what concerns the whole program: the session's end, another role. */
export function onFailure(listener: (call: FailedCall) => void): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/** Asks this computer. Throws a {@link BridgeError}. */
export async function runCommand<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  return announced({ askedAt: performance.now(), isAct: true }, () => bridge().run(name, input))
}

async function announced<T>(call: Omit<FailedCall, 'failure'>, ask: () => Promise<Outcome<T>>): Promise<T> {
  const outcome = await settle(ask)
  if (!outcome.ok) for (const listener of failureListeners) listener({ ...call, failure: outcome.failure })
  return valueOf(outcome)
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
