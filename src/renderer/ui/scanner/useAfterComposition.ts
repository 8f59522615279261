import { useEffect, useState } from 'react'

/** Maximum time for an input method to end its composition (ms). */
const PATIENCE_MS = 150

/**
 * Runs something after the active composition has ended and its text has arrived.
 *
 * Moving the focus earlier would move the text along. If the composition does not end by itself, the focus is removed, which
 * ends it.
 */
export function useAfterComposition(): (work: () => void) => void {
  // State, not a memo, since a new instance would lose the pending work.
  const [{ listen, afterComposition }] = useState(createAfterComposition)
  useEffect(listen, [listen])
  return afterComposition
}

function createAfterComposition() {
  let waiting: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(timer)
    // The inputs handle the end of the composition after this, in the same task.
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
