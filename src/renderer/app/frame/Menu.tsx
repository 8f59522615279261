import { Drawer } from 'antd'
import { Sidebar } from './Sidebar.tsx'
import type { SidebarState } from './useSidebar.ts'

interface MenuProps {
  readonly menu: SidebarState
  readonly path: string
  readonly onChosen: (path: string) => void
  readonly onClose: () => void
}

/** The main menu: next to the page, and over it where the window is too narrow for that. */
export function Menu({ menu, path, onChosen, onClose }: MenuProps) {
  return (
    <>
      {menu.mode === 'drawer' ? null : (
        <aside aria-label="侧边栏" className={menu.isExpanded ? 'sidebar' : 'sidebar sidebar-collapsed'}>
          <Sidebar path={path} isCollapsed={!menu.isExpanded} onChosen={onChosen} />
        </aside>
      )}
      <MenuDrawer path={path} isOpen={menu.isDrawerOpen} onChosen={onChosen} onClose={onClose} />
    </>
  )
}

interface MenuDrawerProps {
  readonly path: string
  readonly isOpen: boolean
  readonly onChosen: (path: string) => void
  readonly onClose: () => void
}

/** The menu over the page, where the window is too narrow for a sidebar. */
function MenuDrawer({ path, isOpen, onChosen, onClose }: MenuDrawerProps) {
  return (
    <Drawer className="sidebar-drawer" placement="left" size="max(210px, 11.5rem)" closable={false} open={isOpen} onClose={onClose} aria-label="主菜单">
      <Sidebar path={path} isCollapsed={false} onChosen={onChosen} />
    </Drawer>
  )
}
