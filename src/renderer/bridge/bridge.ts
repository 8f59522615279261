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

/** A failure as a rejected promise; `message` is the user-facing message. */
export class BridgeError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(sentenceOf(failure))
    this.name = 'BridgeError'
    this.failure = failure
  }
}

/** Calls a server endpoint by name. Throws a {@link BridgeError}. */
export async function askServer<N extends EndpointName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
  return announced({ askedAt: performance.now(), isAct: false }, () => bridge().call(name, input))
}

/** Like {@link askServer}, but for user actions rather than automatic requests. */
export async function sendToServer<N extends EndpointName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
  return announced({ askedAt: performance.now(), isAct: true }, () => bridge().call(name, input))
}

/** A call that failed. */
export interface FailedCall {
  readonly failure: Failure
  /** Start time, as of `performance.now()`. */
  readonly askedAt: number
  /** Whether it was a user action; false if a page requested its data. */
  readonly isAct: boolean
}

const failureListeners = new Set<(call: FailedCall) => void>()

/** Listens to every failed call and command, for program-wide conditions: end of the session, role changes. */
export function onFailure(listener: (call: FailedCall) => void): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/** Runs a command on this computer. Throws a {@link BridgeError}. */
export async function runCommand<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  return announced({ askedAt: performance.now(), isAct: true }, () => bridge().run(name, input))
}

async function announced<T>(call: Omit<FailedCall, 'failure'>, ask: () => Promise<Outcome<T>>): Promise<T> {
  const outcome = await settle(ask)
  if (!outcome.ok) for (const listener of failureListeners) listener({ ...call, failure: outcome.failure })
  return valueOf(outcome)
}

/** Listens to events pushed by main; returns a function that stops listening. */
export function listen<N extends keyof Events>(name: N, listener: (payload: Events[N]) => void): () => void {
  return bridge().on(name, listener)
}

/** Converts a thrown value to a failure; internal errors get a message too. */
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
