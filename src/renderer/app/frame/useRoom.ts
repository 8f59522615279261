import { useSyncExternalStore } from 'react'

/** Under 992 px (`console.md` section 9) the sidebar shows icons only. */
const ICONS_ONLY = '(max-width: 991px)'
/** Under this there is no room even for those: a drawer. */
const DRAWER = '(max-width: 640px)'

export type Room = 'wide' | 'icons' | 'drawer'

/** How much room the window leaves to the sidebar. */
export function useRoom(): Room {
  const isNarrow = useMedia(ICONS_ONLY)
  const isVeryNarrow = useMedia(DRAWER)
  return isVeryNarrow ? 'drawer' : isNarrow ? 'icons' : 'wide'
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}
