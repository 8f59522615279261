import { useState, useSyncExternalStore } from 'react'
import { usePreferences } from '../../bridge/computer.tsx'

/** Wide: expanded or icons, remembered. Narrower: icons, plus a drawer on demand. */
export function useSidebar() {
  const mode = useSidebarMode()
  const [{ isSidebarCollapsed }, remember] = usePreferences()
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  if (mode === 'wide' && isDrawerOpen) setIsDrawerOpen(false)
  return {
    mode,
    isExpanded: mode === 'wide' && !isSidebarCollapsed,
    isDrawerOpen,
    closeDrawer: () => setIsDrawerOpen(false),
    toggle: () => {
      if (mode === 'wide') remember({ isSidebarCollapsed: !isSidebarCollapsed })
      else setIsDrawerOpen(!isDrawerOpen)
    },
  }
}

export type SidebarState = ReturnType<typeof useSidebar>

/** Under 992 px (`console.md` section 9) the sidebar shows icons only. */
const ICONS_ONLY = '(max-width: 991px)'
/** Below this width: a drawer over the page. */
const DRAWER = '(max-width: 640px)'

type SidebarMode = 'wide' | 'icons' | 'drawer'

/** The sidebar mode for the window's width. */
function useSidebarMode(): SidebarMode {
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
