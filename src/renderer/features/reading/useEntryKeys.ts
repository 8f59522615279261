import { useEffect, useEffectEvent, useRef } from 'react'
import { sheetKeyOf, type SheetKey } from '../activity/parts/choices/answerSheet.ts'
import { useQuestions } from '../../ui/question.tsx'
import { detectScan, type Burst } from '../../ui/scanner/burst.ts'
import { keyOf } from '../../ui/scanner/keyOf.ts'
import { useAfterComposition } from '../../ui/scanner/useAfterComposition.ts'
import type { SecondEntry } from './secondEntry.ts'

interface EntryKeys {
  /** The current entry, restored when a scanner's first keys are undone. */
  readonly entry: SecondEntry
  readonly onScan: (code: string, before: SecondEntry) => void
  readonly onSheetKey: (key: SheetKey) => void
  readonly onBlank: () => void
  /** Key N; absent: not available. */
  readonly onNoPaper?: () => void
  readonly onEnter: () => void
  readonly onEscape: () => void
}

/** Handles the window's keys while the entry is shown and no question is open. */
export function useEntryKeys({ entry, onScan, onSheetKey, onBlank, onNoPaper, onEnter, onEscape }: EntryKeys): void {
  const { isAsking } = useQuestions()
  const burst = useRef<Burst<SecondEntry> | null>(null)
  const afterComposition = useAfterComposition()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (isAsking || event.defaultPrevented || (target instanceof Element && target.closest('[role="dialog"], [role="menu"]'))) {
      burst.current = null
      return
    }
    const key = keyOf(event)
    const { before } = burst.current ?? {}
    const result = detectScan(burst.current, key, entry)
    burst.current = result.burst
    const { code } = result
    if (result.isTail) {
      event.preventDefault()
      return
    }
    if (code !== null && before) {
      event.preventDefault()
      if (event.isComposing) afterComposition(() => onScan(code, before))
      else onScan(code, before)
      return
    }
    if (key.isCtrl || key.isOtherModifier || key.isComposing) return
    const isInBox = target instanceof HTMLInputElement && target.type === 'text'
    const isOnButton = target instanceof Element && target.closest('button, a, [role="button"], input[type="radio"]') !== null
    if (key.key === 'Escape') onEscape()
    else if (key.key === 'Enter' && !key.isRepeated && !isOnButton) onEnter()
    else if (entry.code === '' || isInBox || key.isRepeated) return
    else if (key.key === '0') onBlank()
    else if (onNoPaper && key.key.toUpperCase() === 'N') onNoPaper()
    else {
      const sheetKey = sheetKeyOf(key.key)
      if (sheetKey === null) return
      onSheetKey(sheetKey)
    }
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}
