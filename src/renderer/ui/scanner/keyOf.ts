import { isComposing } from '../composing.ts'
import type { Key } from './burst.ts'
import { keyBehind } from './physicalKeys.ts'

/** A key as it was pressed; one that an input method took by what it would have typed. */
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

/** What a key that an input method took would have typed; some systems still tell it, most say `Process`. */
function writtenBy(event: KeyboardEvent): string {
  const physical = { code: event.code, isShifted: event.shiftKey, isCapsLocked: event.getModifierState('CapsLock') }
  return event.key.length === 1 ? event.key : (keyBehind(physical) ?? event.key)
}
