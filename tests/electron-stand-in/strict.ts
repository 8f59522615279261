import { EventEmitter } from 'node:events'

/** Properties that the language itself reads of any object; `undefined` is the right answer. */
const askedByTheLanguage: ReadonlySet<string> = new Set(['then', 'toJSON'])

/**
 * An object that throws a clear error for members that the stand-in lacks.
 *
 * Otherwise a missing function would be `undefined` and fail elsewhere. Setting is allowed: a spec may replace a function
 * (`dialog.showSaveDialog = …`), as in Electron.
 * A window or page that `isGone` throws like Electron's, except for `isDestroyed()` and listener methods.
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

/** An Electron event object, recording `preventDefault()`. */
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
