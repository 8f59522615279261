import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was before what this is in appeared, unless something else has taken it by the time it goes.
 *
 * For what takes the place of a page's content; dialogs are looked after for the whole page (`app/returnFocus.ts`).
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
