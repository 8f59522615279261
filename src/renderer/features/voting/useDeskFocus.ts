import { useLayoutEffect, type RefObject } from 'react'
import { useQuestions } from '../../ui/question.tsx'
import type { Focus } from './deskState.ts'

interface FocusPlaces {
  readonly search: RefObject<HTMLInputElement | null>
  readonly code: RefObject<HTMLInputElement | null>
  readonly entry: RefObject<HTMLElement | null>
}

/** Puts the focus where the desk wants it; again when the tab comes back, and when a question was answered. */
export function useDeskFocus(focus: Focus, { search, code, entry }: FocusPlaces): void {
  const { isAsking } = useQuestions()
  useLayoutEffect(() => {
    // The question has it.
    if (isAsking) return
    const place = focus.at === 'search' ? search.current : focus.at === 'code' && code.current?.disabled === false ? code.current : entry.current
    place?.focus({ preventScroll: true })
    // What was typed for the last owner gives way to the first letter for the next.
    if (place instanceof HTMLInputElement) place.select()
  }, [focus, isAsking, search, code, entry])
}
