import { useCallback, useEffect, useRef } from 'react'

/** The longest that an input method may take to end what it was asked to end. */
const PATIENCE_MS = 150

/**
 * Does something once the composition under way has ended and its text has arrived.
 *
 * Moved earlier, the focus would take the text along to where it goes. A composition that does not end by itself loses
 * the focus, which ends it.
 */
export function useAfterComposition(): (work: () => void) => void {
  const waiting = useRef<(() => void) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const settle = useCallback(() => {
    clearTimeout(timer.current)
    // The boxes hear of the end after this, in the same turn.
    timer.current = setTimeout(() => {
      const work = waiting.current
      waiting.current = null
      work?.()
    })
  }, [])
  useEffect(() => {
    const ended = () => {
      if (waiting.current) settle()
    }
    window.addEventListener('compositionend', ended, true)
    return () => {
      window.removeEventListener('compositionend', ended, true)
      clearTimeout(timer.current)
      waiting.current = null
    }
  }, [settle])
  return useCallback(
    (work) => {
      waiting.current = work
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        settle()
      }, PATIENCE_MS)
    },
    [settle],
  )
}
