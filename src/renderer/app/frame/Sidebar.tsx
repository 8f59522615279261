import { AuditOutlined, BankOutlined, FileDoneOutlined, HomeOutlined, ShopOutlined, TeamOutlined } from '@ant-design/icons'
import { Menu } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ProductMark } from '../../widgets/ProductMark.tsx'
import { menuOf } from '../menu.ts'
import { routeOf } from '../routes.ts'

const icons: Readonly<Record<string, ReactNode>> = {
  我的小区: <HomeOutlined />,
  活动管理: <TeamOutlined />,
  '/estate/Index': <BankOutlined />,
  '/property/Index': <ShopOutlined />,
  '/voteManage/list': <FileDoneOutlined />,
  '/voteManage/propertychange': <AuditOutlined />,
}

interface SidebarProps {
  /** Icons only, their names in pop-ups. */
  readonly isCollapsed: boolean
  /** After a choice: the drawer closes. */
  readonly onChosen?: () => void
}

/** The product's name and the two groups of the menu. */
export function Sidebar({ isCollapsed, onChosen }: SidebarProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const groups = menuOf((path) => routeOf(path)?.title)
  return (
    <>
      <div className="product" aria-hidden={isCollapsed}>
        <ProductMark />
        {isCollapsed ? null : <span className="product-name">社区投票平台</span>}
      </div>
      <Menu
        mode="inline"
        aria-label="主菜单"
        inlineCollapsed={isCollapsed}
        defaultOpenKeys={isCollapsed ? [] : groups.map((group) => group.title)}
        selectedKeys={[pathname]}
        onClick={({ key }) => {
          void navigate(key)
          onChosen?.()
        }}
        items={groups.map((group) => ({
          key: group.title,
          label: group.title,
          icon: icons[group.title],
          children: group.entries.map(({ path, title }) => ({ key: path, label: title, icon: icons[path] })),
        }))}
      />
    </>
  )
}
