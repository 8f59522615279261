import { useEffect, useState } from 'react'

/** The longest that an input method may take to end what it was asked to end. */
const PATIENCE_MS = 150

/**
 * Does something once the composition under way has ended and its text has arrived.
 *
 * Moved earlier, the focus would take the text along to where it goes. A composition that does not end by itself loses
 * the focus, which ends it.
 */
export function useAfterComposition(): (work: () => void) => void {
  // Made once, not merely memoised: another one would forget the work that waits.
  const [{ listen, afterComposition }] = useState(createAfterComposition)
  useEffect(listen, [listen])
  return afterComposition
}

function createAfterComposition() {
  let waiting: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(timer)
    // The boxes hear of the end after this, in the same turn.
    timer = setTimeout(() => {
      const work = waiting
      waiting = null
      work?.()
    })
  }
  return {
    listen: () => {
      const ended = () => {
        if (waiting) settle()
      }
      window.addEventListener('compositionend', ended, true)
      return () => {
        window.removeEventListener('compositionend', ended, true)
        clearTimeout(timer)
        waiting = null
      }
    },
    afterComposition: (work: () => void) => {
      waiting = work
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        settle()
      }, PATIENCE_MS)
    },
  }
}
