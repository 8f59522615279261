import { EventEmitter } from 'node:events'

/** What the language itself asks any object for; answering `undefined` to it is right. */
const askedByTheLanguage: ReadonlySet<string> = new Set(['then', 'toJSON'])

/**
 * An object that answers for what it has, and throws a clear error for what the stand-in lacks.
 *
 * Without it a missing function would be `undefined`, and the failure would show up somewhere else. Setting stays free: a spec may
 * replace a function (`dialog.showSaveDialog = …`), as it does in Electron.
 *
 * A window or page that `isGone` throws as Electron's do, whatever is called on it but `isDestroyed()` and what concerns its listeners.
 */
export function strict<T extends object>(name: string, target: T, isGone = () => false): T {
  return new Proxy(target, {
    get(object, key) {
      if (isGone() && key !== 'isDestroyed' && !(key in EventEmitter.prototype) && typeof Reflect.get(object, key) === 'function') {
        throw new TypeError('Object has been destroyed')
      }
      if (typeof key === 'symbol' || key in object || askedByTheLanguage.has(key)) return Reflect.get(object, key) as unknown
      throw new Error(`The stand-in for Electron does not emulate ${name}.${key}`)
    },
  })
}

/** An Electron event object: what `preventDefault()` was called on. */
export interface EmittedEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

export function createEvent<T extends object>(details?: T): EmittedEvent & T {
  const event: EmittedEvent = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return Object.assign(event, details)
}
