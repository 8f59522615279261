import { paperKeyOf } from '../activity/parts/choices/paper.ts'
import type { DeskAction } from './desk.ts'
import type { Desk } from './deskState.ts'

/** A pressed key, as far as the desk cares. */
export interface Key {
  /** What it types, or would type where an input method has taken it. */
  readonly key: string
  /** When it was pressed, in milliseconds. */
  readonly at: number
  readonly isCtrl: boolean
  /** Alt or Meta. */
  readonly isOtherModifier: boolean
  /** It is held down and repeats itself. */
  readonly isRepeated: boolean
  /** It belongs to an input method. */
  readonly isComposing: boolean
}

/** What had the focus when the key was pressed. */
export type KeyPlace = 'search' | 'code' | 'button' | 'otherInput' | 'nothing'

/** The fast keys so far, and the desk as it was before the first of them. */
export interface Burst {
  readonly text: string
  readonly lastAt: number
  readonly before: Desk
}

/** Slower than any scanner, faster than any hand: milliseconds between two keys of one code. */
const BURST_GAP_MS = 50
/** Fewer keys than this are no code. */
const BURST_LENGTH = 3

interface Heard {
  readonly burst: Burst | null
  /** The code that this key has ended; null where it has not. */
  readonly code: string | null
}

/**
 * Listens for a barcode scanner: keys in quick succession, ended by Enter.
 *
 * The first key does not show that a code begins. The keys act as usual, and what they did is undone when the final Enter
 * shows that a scanner typed them ({@link Burst.before}). This holds while an input method is on, too:
 * nobody composes that fast.
 */
export function hear(burst: Burst | null, key: Key, desk: Desk): Heard {
  // Shift comes between the letters of a code.
  if (key.key === 'Shift' || key.key === 'CapsLock') return { burst, code: null }
  const isFast = burst !== null && key.at - burst.lastAt <= BURST_GAP_MS
  if (key.isCtrl || key.isOtherModifier || key.isRepeated) return { burst: null, code: null }
  if (key.key === 'Enter') return { burst: null, code: isFast && burst.text.length >= BURST_LENGTH ? burst.text : null }
  if (key.key.length !== 1) return { burst: null, code: null }
  return { burst: isFast ? { ...burst, text: burst.text + key.key, lastAt: key.at } : { text: key.key, lastAt: key.at, before: desk }, code: null }
}

/** What a key does; `submit` is the one thing that leaves the desk. */
export type KeyAction = DeskAction | { readonly type: 'submit' }

/** What a key does at the desk; null where it is left to the page. */
export function keyActionOf(desk: Desk, { key, isCtrl, isOtherModifier, isRepeated, isComposing }: Key, place: KeyPlace): KeyAction | null {
  if (isComposing || isOtherModifier) return null
  // Held down it is one submit, not thirty.
  if (isCtrl) return key === 'Enter' && !isRepeated ? { type: 'submit' } : null
  if (key === 'Escape') return { type: 'escaped' }
  // Held down it must not choose from the list that its first press opened.
  if (place === 'search') return key === 'Enter' && isRepeated ? null : searchKeyAction(key)
  if (place === 'code' || place === 'otherInput') return null
  // The question mark asks for the keys, everywhere.
  if (desk.entry === null) return place === 'nothing' && key.length === 1 && key !== '?' && key !== '？' ? { type: 'searchWanted' } : null
  return entryKeyAction(key)
}

function searchKeyAction(key: string): KeyAction | null {
  if (key === 'ArrowDown') return { type: 'listMoved', by: 1 }
  if (key === 'ArrowUp') return { type: 'listMoved', by: -1 }
  return key === 'Enter' ? { type: 'searchEntered' } : null
}

function entryKeyAction(key: string): KeyAction | null {
  return key.toLowerCase() === 'b' ? { type: 'allJoinedToggled' } : paperKeyOf(key)
}

/** Whether the key must do nothing else; a letter that leads to the search box is to be typed there. */
export function isTaken(keyAction: KeyAction): boolean {
  return keyAction.type !== 'searchWanted'
}
