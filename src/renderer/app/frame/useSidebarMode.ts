import { useSyncExternalStore } from 'react'

/** Under 992 px (`console.md` section 9) the sidebar shows icons only. */
const ICONS_ONLY = '(max-width: 991px)'
/** Narrower still: a drawer over the page. */
const DRAWER = '(max-width: 640px)'

export type SidebarMode = 'wide' | 'icons' | 'drawer'

/** How the sidebar is shown at the width of the window. */
export function useSidebarMode(): SidebarMode {
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
