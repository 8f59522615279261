import { useEffect, useEffectEvent, useRef } from 'react'
import { useQuestions } from '../question.tsx'
import { boxOf, restoreBox, type Box } from './box.ts'
import { detectScan, type Burst } from './burst.ts'
import { keyOf } from './keyOf.ts'
import { useAfterComposition } from './useAfterComposition.ts'

/** Hears a barcode scanner of the whole window while the page is shown and nothing is asked; what it typed into a box is taken back. */
export function useScanner(onCode: (code: string) => void): void {
  const { isAsking } = useQuestions()
  const burst = useRef<Burst<Box> | null>(null)
  const afterComposition = useAfterComposition()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (isAsking || event.defaultPrevented || (target instanceof Element && target.closest('[role="dialog"], [role="menu"]'))) {
      burst.current = null
      return
    }
    const { before } = burst.current ?? {}
    const result = detectScan(burst.current, keyOf(event), boxOf(target))
    const { code } = result
    burst.current = result.burst
    if (code === null || !before) return
    event.preventDefault()
    // The Enter of a scanner sends nothing that a hand was typing.
    event.stopPropagation()
    const scanned = () => {
      restoreBox(before)
      onCode(code)
    }
    if (event.isComposing) afterComposition(scanned)
    else scanned()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}
