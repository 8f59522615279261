import { BankOutlined, NotificationOutlined, SettingOutlined } from '@ant-design/icons'
import { Menu } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import type { MenuGroupTitle } from '../../app-context/feature.ts'
import { ProductMark } from '../../ui/ProductMark.tsx'
import { entryOf, menuOf, type MenuGroup } from '../menu.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { routeOf, routesFor } from '../routes.ts'

const groupIcons: Readonly<Record<MenuGroupTitle, ReactNode>> = {
  我的小区: <BankOutlined aria-hidden />,
  活动管理: <NotificationOutlined aria-hidden />,
  系统管理: <SettingOutlined aria-hidden />,
}

interface SidebarProps {
  /** The page on screen. */
  readonly path: string
  /** Icons only, their names in pop-ups. */
  readonly isCollapsed: boolean
  /** Passed in and not read from the router: its own hook would render the whole menu before the page that was asked for. */
  readonly onChosen: (path: string) => void
}

/** The product's name and the two groups of the menu. */
export function Sidebar({ path: shown, isCollapsed, onChosen }: SidebarProps) {
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
      <Menu
        // Made again on the change: with icons only there are no groups to open.
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
