import { useEffect, useEffectEvent } from 'react'
import { sheetKeyOf, type SheetKey } from '../../activity/parts/choices/answerSheet.ts'
import { isComposing } from '../../../ui/composing.ts'
import { useQuestions } from '../../../ui/question.tsx'

interface BoothKeys {
  /** Null where the paper takes no answers. */
  readonly onKey: ((key: SheetKey) => void) | null
  /** Null where nothing can be sent. */
  readonly onSubmit: (() => void) | null
}

/** The desk's keys in the booth: 1 2 3, A S D, the arrows, and Ctrl+Enter. Esc is the dialog's own. */
export function useBoothKeys({ onKey, onSubmit }: BoothKeys): void {
  const { isAsking } = useQuestions()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (isAsking || event.defaultPrevented || event.repeat || isComposing(event) || event.altKey || event.metaKey) return
    // Another window over the booth (a picture) has the keys for itself.
    if (target instanceof Element && !target.closest('[data-booth]') && target !== document.body) return
    if (target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"]')) return
    if (event.ctrlKey) {
      if (event.key !== 'Enter' || !onSubmit) return
      event.preventDefault()
      onSubmit()
      return
    }
    const key = sheetKeyOf(event.key)
    if (key === null || !onKey) return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}
