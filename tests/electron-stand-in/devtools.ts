import type { CDPSession } from '@playwright/test'
import { EventEmitter } from 'node:events'

/** DevTools protocol commands and events of the whole browser or of one page. */
export type DevtoolsSession = Pick<CDPSession, 'send' | 'on' | 'once' | 'off'>

export interface Devtools {
  /** The browser as a whole. */
  readonly browser: DevtoolsSession
  /** A page, by the id from `Target.attachToTarget`. */
  session(id: string): DevtoolsSession
}

interface PendingCommand {
  readonly method: string
  readonly sessionId: string | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
  readonly method?: string
  readonly params?: unknown
  readonly sessionId?: string
}

/** Connects to a browser's DevTools address; all pages share this connection. */
export async function connectDevtools(address: string): Promise<Devtools> {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`The browser does not answer at ${address}`)), { once: true })
  })

  let lastId = 0
  const pending = new Map<number, PendingCommand>()
  const sessions = new Map<string | undefined, EventEmitter>()

  function send(sessionId: string | undefined, method: string, params: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error(`${method}: the browser is gone`))
      lastId += 1
      pending.set(lastId, { method, sessionId, resolve, reject })
      socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
    })
  }

  function settle({ id = 0, result, error }: Message): void {
    const call = pending.get(id)
    pending.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(`${call.method}: ${error.message}`))
  }

  function giveUp(isLost: (call: PendingCommand) => boolean): void {
    for (const [id, call] of pending) {
      if (!isLost(call)) continue
      pending.delete(id)
      call.reject(new Error(`${call.method}: the page is gone`))
    }
  }

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message // the protocol's own form
    if (message.id !== undefined) return settle(message)
    if (message.method === undefined) return
    sessions.get(message.sessionId)?.emit(message.method, message.params)
    if (message.method === 'Target.detachedFromTarget') {
      const { sessionId } = message.params as { sessionId: string } // the protocol's own form
      sessions.delete(sessionId)
      giveUp((call) => call.sessionId === sessionId)
    }
  })
  socket.addEventListener('close', () => giveUp(() => true))

  function session(id: string | undefined): DevtoolsSession {
    const emitter = new EventEmitter()
    emitter.setMaxListeners(0)
    sessions.set(id, emitter)
    const commands = { send: (method: string, params?: object) => send(id, method, params) }
    // Types of methods and events are Playwright's, and describe what the browser sends.
    return Object.assign(emitter, commands) as unknown as DevtoolsSession
  }

  return { browser: session(undefined), session }
}
