import { useEffect, useState } from 'react'

/**
 * On unmount, restores the focus from before mounting, unless something else has it.
 *
 * For replacements of a page's content; dialogs are handled globally (`app/returnFocus.ts`).
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
