import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type Burst, detectScan } from '../../ui/scanner/burst.ts'
import { isTaken, keyActionOf, type KeyPlace, type DeskStore } from './desk.ts'
import type { Desk, Focus } from './deskState.ts'
import { useQuestions } from '../../ui/question.tsx'
import { keyOf } from '../../ui/scanner/keyOf.ts'
import { useUnended } from '../../ui/scanner/useUnended.ts'
import { useAfterComposition } from '../../ui/scanner/useAfterComposition.ts'
import { scannedCode } from '../ballot/parts/scannedCode.ts'

/** `data-desk` values of the desk's two boxes; other tabs may hold other desks. */
export const SEARCH_BOX = 'search'
export const CODE_BOX = 'code'

interface DeskKeys {
  readonly onCast: () => void
  readonly onRestart: () => void
}

/** Handles the window's keys while the desk's tab is shown and no question is open. */
export function useDeskKeys({ now, dispatch }: DeskStore, { onCast, onRestart }: DeskKeys): void {
  const { isAsking } = useQuestions()
  const burst = useRef<Burst<Desk> | null>(null)
  const afterComposition = useAfterComposition()
  const watchUnended = useUnended<Desk>(({ text, before }) => dispatch({ type: 'scanUnended', text: scannedCode(text) ?? text, before }))
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (isAsking || event.defaultPrevented || (target instanceof Element && target.closest('[role="dialog"], [role="menu"]'))) {
      burst.current = null
      watchUnended(null)
      return
    }
    const key = keyOf(event)
    const { before } = burst.current ?? {}
    const result = detectScan(burst.current, key, now())
    const { code } = result
    burst.current = result.burst
    watchUnended(result.burst)
    if (result.isTail) {
      event.preventDefault()
      return
    }
    if (code !== null && before) {
      event.preventDefault()
      const scanned = () => dispatch({ type: 'scanned', code: scannedCode(code), before })
      // The input method holds the letters and commits them to the focused box; they are removed afterwards.
      if (event.isComposing) afterComposition(scanned)
      else scanned()
      return
    }
    const keyAction = keyActionOf(now(), key, placeOf(target))
    if (keyAction === null) return
    if (isTaken(keyAction)) event.preventDefault()
    if (keyAction.type === 'cast') onCast()
    else if (keyAction.type === 'escaped') onRestart()
    else dispatch(keyAction)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    // In the capture phase, before boxes and buttons: the end of a scan must not press anything.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'nothing'
  if (target.dataset['desk'] === SEARCH_BOX) return 'search'
  if (target.dataset['desk'] === CODE_BOX) return 'code'
  if (target.matches('input[type="checkbox"], button, [role="button"], [role="switch"], a')) return 'button'
  return target.matches('input, textarea, select, [contenteditable="true"]') ? 'otherInput' : 'nothing'
}

/** Possible focus targets. */
export interface DeskPlaces {
  readonly search: RefObject<HTMLInputElement | null>
  readonly code: RefObject<HTMLInputElement | null>
  readonly entry: RefObject<HTMLDivElement | null>
}

/** Applies the desk's focus requests, again when the tab is shown and after a question. */
export function useDeskFocus(focus: Focus, { search, code, entry }: DeskPlaces): void {
  const { isAsking } = useQuestions()
  useLayoutEffect(() => {
    // The question has the focus.
    if (isAsking) return
    const place = focus.at === 'search' ? search.current : focus.at === 'code' && code.current?.disabled === false ? code.current : entry.current
    place?.focus({ preventScroll: true })
    // The last owner's text is overwritten by the first letter for the next.
    if (place instanceof HTMLInputElement) place.select()
  }, [focus, isAsking, search, code, entry])
}
