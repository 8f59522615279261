import { isComposing } from '../composing.ts'
import type { Key } from './burst.ts'
import { keyBehind } from './physicalKeys.ts'

/** The pressed key; for keys consumed by an input method, what it would have typed. */
export function keyOf(event: KeyboardEvent): Key {
  const composes = isComposing(event)
  return {
    key: composes ? writtenBy(event) : event.key,
    at: event.timeStamp,
    isCtrl: event.ctrlKey,
    isOtherModifier: event.altKey || event.metaKey,
    isRepeated: event.repeat,
    isComposing: composes,
  }
}

/** What a key consumed by an input method would have typed; some systems still report it, most say `Process`. */
function writtenBy(event: KeyboardEvent): string {
  const physical = { code: event.code, isShifted: event.shiftKey, isCapsLocked: event.getModifierState('CapsLock') }
  return event.key.length === 1 ? event.key : (keyBehind(physical) ?? event.key)
}
