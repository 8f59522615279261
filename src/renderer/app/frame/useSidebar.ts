import { useState } from 'react'
import { usePreferences } from '../../bridge/computer.tsx'
import { useSidebarMode } from './useSidebarMode.ts'

/** Wide: open or icons, remembered. Narrower: icons, and a drawer on demand. */
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
