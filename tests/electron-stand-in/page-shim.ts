import type { Codec } from './codec.ts'
import type { FromPage, PageConfiguration, ToPage } from './messages.ts'

/** A preload bundle as a function of the globals of a sandboxed preload. */
export type Preload = (require: (name: string) => unknown, module: { exports: object }, exports: object, process: object) => void

/**
 * Prepares a page before its own scripts: provides `ipcRenderer`, `contextBridge` and the rest, then runs the preload.
 *
 * Its source is sent into the page, so it uses only the page's globals and its arguments. It leaves no global but the receiver.
 * The preload runs in the page's own world: the isolated one cannot be emulated.
 */
export function pageShim(configuration: PageConfiguration, createCodec: () => Codec, runPreload: Preload | null): void {
  if (window !== window.top) return // a preload runs in the main frame alone
  type Listener = (event: object, ...args: unknown[]) => void
  type PendingCall = { readonly channel: string; readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }

  const page = globalThis as unknown as Record<string, unknown>
  const carry = page[configuration.binding] as (text: string) => void // the browser put it there
  delete page[configuration.binding]
  const send = (message: FromPage): void => carry(JSON.stringify(message))
  const codec = createCodec()
  const waiting = new Map<number, PendingCall>()
  const listeners = new Map<string, { readonly listener: Listener; readonly isOnce: boolean }[]>()
  let lastId = 0

  function strict<T extends object>(name: string, target: T): T {
    return new Proxy(target, {
      get(object, key) {
        if (typeof key === 'symbol' || key in object || key === 'then') return Reflect.get(object, key) as unknown
        throw new Error(`The stand-in for Electron does not emulate ${name}.${key}`)
      },
    })
  }

  function listen(channel: string, listener: Listener, isOnce: boolean): object {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce }])
    return ipcRenderer
  }

  function forget(channel: string, listener: Listener): object {
    const kept = [...(listeners.get(channel) ?? [])]
    const index = kept.findLastIndex((each) => each.listener === listener)
    if (index >= 0) listeners.set(channel, kept.toSpliced(index, 1))
    return ipcRenderer
  }

  const ipcRenderer: object = strict('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const payload = codec.encode(args) // throws for what cannot be cloned: the promise is rejected
        lastId += 1
        waiting.set(lastId, { channel, resolve, reject })
        send({ kind: 'invoke', id: lastId, channel, payload })
      }),
    send: (channel: string, ...args: unknown[]) => send({ kind: 'send', channel, payload: codec.encode(args) }),
    on: (channel: string, listener: Listener) => listen(channel, listener, false),
    addListener: (channel: string, listener: Listener) => listen(channel, listener, false),
    once: (channel: string, listener: Listener) => listen(channel, listener, true),
    off: forget,
    removeListener: forget,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
  })

  function settle(id: number, finish: (call: PendingCall) => void): void {
    const call = waiting.get(id)
    waiting.delete(id)
    if (call !== undefined) finish(call)
  }

  function receive(text: string): void {
    const message = JSON.parse(text) as ToPage // the main process wrote it
    if (message.kind === 'answer') return settle(message.id, ({ resolve }) => resolve(codec.decode(message.payload)))
    if (message.kind === 'failure') {
      return settle(message.id, ({ channel, reject }) => reject(new Error(`Error invoking remote method '${channel}': ${message.message}`)))
    }
    const args = codec.decode(message.payload) as unknown[] // encoded from the arguments
    for (const { listener, isOnce } of listeners.get(message.channel) ?? []) {
      if (isOnce) forget(message.channel, listener)
      listener({ sender: ipcRenderer, ports: [] }, ...args)
    }
  }

  /** What contextBridge passes between worlds: copies of values, proxies for functions, plain messages of errors. */
  function cross(value: unknown, depth: number): unknown {
    if (depth > 1000) throw new Error('Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.')
    if (typeof value === 'function') return crossFunction(value as (...args: unknown[]) => unknown) // typeof says so
    if (typeof value !== 'object' || value === null) return typeof value === 'symbol' ? undefined : value
    if (value instanceof Promise) {
      return value.then(
        (result) => cross(result, depth + 1),
        (error: unknown) => {
          throw cross(error, depth + 1)
        },
      )
    }
    if (value instanceof Error) return new Error(value.message)
    if (value instanceof Element || value instanceof Blob) return value
    const isCloned = [ArrayBuffer, Date, Map, Set, RegExp].some((type) => value instanceof type) || ArrayBuffer.isView(value)
    if (isCloned) return structuredClone(value)
    if (Array.isArray(value)) return value.map((item) => cross(item, depth + 1))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cross(item, depth + 1)]))
  }

  function crossFunction(inner: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
    return (...args) => {
      try {
        return cross(inner(...args.map((arg) => cross(arg, 1))), 1)
      } catch (error) {
        throw error instanceof Error ? new Error(error.message) : error
      }
    }
  }

  function freeze(value: unknown): void {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
    Object.values(value).forEach(freeze)
    Object.freeze(value)
  }

  const contextBridge = strict('contextBridge', {
    exposeInMainWorld(key: string, api: unknown) {
      if (key in page) throw new Error('Cannot bind an API on top of an existing property on the window object')
      const exposed = cross(api, 0)
      freeze(exposed)
      Object.defineProperty(page, key, { value: exposed, enumerable: true, writable: false, configurable: false })
    },
  })

  /** New windows are the app's decision: `window.open` asks the main process and returns none. */
  function takeOverNewWindows(): void {
    window.open = (address, frameName, features) => {
      send({
        kind: 'open',
        address: new URL(address ?? '', location.href).href,
        frameName: frameName ?? '',
        features: features ?? '',
        disposition: 'new-window',
      })
      return null
    }
    window.addEventListener('click', (click) => {
      const link = click.composedPath().find((each) => each instanceof HTMLAnchorElement)
      if (click.defaultPrevented || link?.target !== '_blank' || !link.href) return
      click.preventDefault()
      send({ kind: 'open', address: link.href, frameName: '', features: '', disposition: 'foreground-tab' })
    })
  }

  /** Sets the window's title from the document's. */
  function reportTitle(): void {
    let last = ''
    const report = (): void => {
      if (document.title === last) return
      last = document.title
      send({ kind: 'title', title: last })
    }
    document.addEventListener('DOMContentLoaded', () => {
      report()
      new MutationObserver(report).observe(document.head, { subtree: true, childList: true, characterData: true })
    })
  }

  const electron = strict('electron (in a preload)', {
    ipcRenderer,
    contextBridge,
    // No path is available here: dropped files are passed as bytes.
    webUtils: {
      getPathForFile(file: unknown) {
        if (file instanceof File) return ''
        throw new TypeError('webUtils.getPathForFile takes a File')
      },
    },
  })
  const require = (name: string): unknown => {
    if (/^electron(\/renderer|\/common)?$/.test(name.replace(/^node:/, ''))) return electron
    throw new Error(`module not found: ${name}`)
  }
  const { platform, arch, versions } = configuration
  const process = { type: 'renderer', sandboxed: true, contextIsolated: true, platform, arch, versions, env: {}, argv: [], on() {}, once() {} }

  Object.defineProperty(page, configuration.receiver, { value: receive })
  takeOverNewWindows()
  reportTitle()
  try {
    const module = { exports: {} }
    runPreload?.(require, module, module.exports, process)
  } catch (error) {
    send({ kind: 'preloadFailed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
