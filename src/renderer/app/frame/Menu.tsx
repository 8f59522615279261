import { BankOutlined, NotificationOutlined, SettingOutlined } from '@ant-design/icons'
import { Drawer, Menu as AntMenu } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import type { MenuGroupTitle } from '../../app-context/feature.ts'
import { ProductMark } from '../../ui/ProductMark.tsx'
import { entryOf, menuOf, type MenuGroup } from '../menu.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { routeOf, routesFor } from '../routes.ts'
import type { SidebarState } from './useSidebar.ts'

interface MenuProps {
  readonly menu: SidebarState
  readonly path: string
  readonly onChosen: (path: string) => void
  readonly onClose: () => void
}

/** The main menu: beside the page, or over it in narrow windows. */
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

/** The menu over the page, for windows too narrow for a sidebar. */
function MenuDrawer({ path, isOpen, onChosen, onClose }: MenuDrawerProps) {
  return (
    <Drawer className="sidebar-drawer" placement="left" size="max(210px, 11.5rem)" closable={false} open={isOpen} onClose={onClose} aria-label="主菜单">
      <Sidebar path={path} isCollapsed={false} onChosen={onChosen} />
    </Drawer>
  )
}

const groupIcons: Readonly<Record<MenuGroupTitle, ReactNode>> = {
  我的小区: <BankOutlined aria-hidden />,
  活动管理: <NotificationOutlined aria-hidden />,
  系统管理: <SettingOutlined aria-hidden />,
}

interface SidebarProps {
  /** The current page. */
  readonly path: string
  /** Shows icons only, with titles in tooltips. */
  readonly isCollapsed: boolean
  /** Passed in rather than read from the router, whose hook would render the whole menu before the requested page. */
  readonly onChosen: (path: string) => void
}

/** The product name and the menu groups. */
function Sidebar({ path: shown, isCollapsed, onChosen }: SidebarProps) {
  const { roles } = useCurrentUser()
  const groups = menuOf(routesFor(roles))
  const route = routeOf(shown)
  const entries = (group: MenuGroup) =>
    group.entries.map(({ path, title, icon, Count }) => ({ key: path, label: Count ? <Counted title={title} Count={Count} /> : title, icon }))
  return (
    <>
      <div className="product">
        <ProductMark />
        {isCollapsed ? null : <span className="product-name">社区投票平台</span>}
      </div>
      <AntMenu
        // Remounted on change: with icons only there are no open groups.
        key={String(isCollapsed)}
        mode="inline"
        aria-label="主菜单"
        inlineCollapsed={isCollapsed}
        defaultOpenKeys={groups.map((group) => group.title)}
        selectedKeys={route ? [entryOf(route).path] : []}
        onClick={({ key }) => onChosen(key)}
        items={
          isCollapsed
            ? groups.flatMap((group, index) => [...(index > 0 ? [{ type: 'divider' as const }] : []), ...entries(group)])
            : groups.map((group) => ({ key: group.title, label: group.title, icon: groupIcons[group.title], children: entries(group) }))
        }
      />
    </>
  )
}

function Counted({ title, Count }: { readonly title: string; readonly Count: ComponentType }) {
  return (
    <span className="menu-counted">
      {title}
      <Count />
    </span>
  )
}
