import type { Key } from '../../ui/scanner/burst.ts'
import { sheetKeyOf } from '../activity/parts/choices/answerSheet.ts'
import type { DeskAction } from './desk.ts'
import type { Desk } from './deskState.ts'

/** What had the focus when the key was pressed. */
export type KeyPlace = 'search' | 'code' | 'button' | 'otherInput' | 'nothing'

/** What a key does; `submit` is the one thing that leaves the desk. */
export type KeyAction = DeskAction | { readonly type: 'submit' }

/** What a key does at the desk; null where it is left to the page. */
export function keyActionOf(desk: Desk, { key, isCtrl, isOtherModifier, isRepeated, isComposing }: Key, place: KeyPlace): KeyAction | null {
  if (isComposing || isOtherModifier) return null
  // Held down it is one submit, not thirty; where no paper is on the screen it is none.
  if (isCtrl) return key === 'Enter' && !isRepeated && desk.entry !== null ? { type: 'submit' } : null
  // In a field of its own it closes what that has opened.
  if (key === 'Escape') return place === 'otherInput' ? null : { type: 'escaped' }
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
  return key.toLowerCase() === 'b' ? { type: 'allJoinedToggled' } : sheetKeyOf(key)
}

/** Whether the key must do nothing else; a letter that leads to the search box is to be typed there. */
export function isTaken(keyAction: KeyAction): boolean {
  return keyAction.type !== 'searchWanted'
}
