import type { InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sheetKeyOf, type SheetKey } from '../activity/parts/choices/answerSheet.ts'
import { useQuestions } from '../../ui/question.tsx'
import { detectScan, type Burst } from '../../ui/scanner/burst.ts'
import { keyOf } from '../../ui/scanner/keyOf.ts'
import type { Sound } from '../../ui/scanner/sounds.ts'
import { useAfterComposition } from '../../ui/scanner/useAfterComposition.ts'
import { begun, nothingEntered, type Said, type SecondEntry } from './secondEntry.ts'

/** One paper's entry after another: where the focus is, and how one ends. */
export function useEntry(sound: (which: Sound) => void) {
  const [entry, change] = useState<SecondEntry>(nothingEntered)
  const box = useRef<InputRef>(null)
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    if (entry.code === '') box.current?.focus()
    else sheet.current?.focus({ preventScroll: true })
  }, [entry.code])
  const next = (empty: SecondEntry) => {
    change(empty)
    box.current?.focus()
  }
  return {
    entry,
    change,
    box,
    sheet,
    refuse: (text: string, typed: string) => {
      sound('refused')
      change({ ...begun({ kind: 'refused', text }), typed })
    },
    pass: (said: Said) => next(begun(said)),
    restart: () => next(nothingEntered),
  }
}

interface EntryKeys {
  /** The current entry, restored when a scanner's first keys are undone. */
  readonly entry: SecondEntry
  /** The entry is being sent: no key changes it, and a scan is answered by `onScan`. */
  readonly isSending: boolean
  readonly onScan: (code: string, before: SecondEntry) => void
  readonly onSheetKey: (key: SheetKey) => void
  readonly onBlank: () => void
  /** Key N; absent: not available. */
  readonly onNoPaper?: () => void
  readonly onEnter: () => void
  readonly onEscape: () => void
}

/** Handles the window's keys while the entry is shown and no question is open. */
export function useEntryKeys({ entry, isSending, onScan, onSheetKey, onBlank, onNoPaper, onEnter, onEscape }: EntryKeys): void {
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
    if (isSending || key.isCtrl || key.isOtherModifier || key.isComposing) return
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
