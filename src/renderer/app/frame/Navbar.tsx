import {
  DesktopOutlined,
  DownOutlined,
  HistoryOutlined,
  KeyOutlined,
  LockOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  QuestionCircleOutlined,
  SaveOutlined,
  SearchOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Breadcrumb, Button } from 'antd'
import { useContext, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Preferences } from '#shared/bridge/commands.ts'
import { roleNames } from '#shared/features/account/roles.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { SignedOutContext } from '../../bridge/signedOut.ts'
import { ChangePasswordDialog } from '../../features/account/ChangePasswordDialog.tsx'
import { SessionsDialog } from '../../features/account/SessionsDialog.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import type { FeatureRoute } from '../../app-context/feature.ts'
import { Dropdown } from '../../ui/popups.tsx'
import { useMenuTrigger } from '../../ui/useMenuTrigger.ts'
import { entryOf, groupOf } from '../menu.ts'
import { HOME_KEY } from '../tabs/model.ts'
import { fontSizeNames } from '../theme.ts'
import { statusNames } from './connectionWords.ts'

interface NavbarProps {
  /** The current screen; undefined on the 404 page. */
  readonly route: FeatureRoute | undefined
  /** Its title. */
  readonly title: string
  readonly isMenuOpen: boolean
  readonly onHelp: () => void
  readonly acts: UserMenuProps & { readonly onMenu: () => void; readonly onFind: () => void }
}

/** The top bar: breadcrumb, connection status, font size, user menu. */
export function Navbar({ route, title, isMenuOpen, onHelp, acts }: NavbarProps) {
  return (
    <header className="navbar">
      <Button
        type="text"
        aria-label={isMenuOpen ? '收起菜单' : '展开菜单'}
        aria-expanded={isMenuOpen}
        icon={isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        onClick={acts.onMenu}
      />
      <nav className="navbar-path" aria-label="面包屑">
        <Breadcrumb items={crumbs(route, title)} />
      </nav>
      <Button className="navbar-find" title="查找并前往（Ctrl+K）" icon={<SearchOutlined aria-hidden />} onClick={acts.onFind}>
        <span className="navbar-find-words">
          查找<span className="navbar-find-more">页面、小区、房产</span>
        </span>
        <kbd className="navbar-find-more" aria-hidden>
          Ctrl+K
        </kbd>
      </Button>
      <ConnectionMark />
      <FontSizeMenu />
      <Button type="text" aria-label="使用帮助" title="使用帮助（F1）" icon={<QuestionCircleOutlined />} onClick={onHelp} />
      <UserMenu {...acts} />
    </header>
  )
}

function crumbs(route: FeatureRoute | undefined, title: string) {
  if (route?.path === HOME_KEY) return [{ title }]
  const home = { title: <Link to={HOME_KEY}>首页</Link> }
  if (!route) return [home, { title }]
  const list = entryOf(route)
  const group = groupOf(route)
  return [
    home,
    ...(group ? [{ title: group }] : []),
    // The list that leads to a page without a menu entry.
    ...(list !== route ? [{ title: <Link to={list.path}>{list.title}</Link> }] : []),
    { title },
  ]
}

function ConnectionMark() {
  const { status, name } = useComputer().connection
  if (useContext(SignedOutContext)) {
    return (
      <span className="connection connection-signed-out" role="status">
        <span className="connection-dot" aria-hidden>
          ●
        </span>
        已登出
      </span>
    )
  }
  return (
    <span className={`connection connection-${status}`} role="status" aria-label={`${statusNames[status]} ${name}`}>
      <span className="connection-dot" aria-hidden>
        ●
      </span>
      {`${statusNames[status]} ${name}`}
    </span>
  )
}

const fontSizes = Object.keys(fontSizeNames) as Preferences['fontSize'][]

function FontSizeMenu() {
  const { preferences, remember } = useComputer()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [preferences.fontSize],
        items: fontSizes.map((size) => ({ key: size, label: fontSizeNames[size], onClick: () => remember({ fontSize: size }) })),
      }}
    >
      <Button type="text" aria-label={`A⁺ 字号：${fontSizeNames[preferences.fontSize]}`} title="字号">
        A⁺
      </Button>
    </Dropdown>
  )
}

interface UserMenuProps {
  readonly onBackUp: () => void
  readonly onRestore: () => void
  readonly onSettings: () => void
  readonly onLock: () => void
  readonly onLogOut: () => void
}

function UserMenu({ onBackUp, onRestore, onSettings, onLock, onLogOut }: UserMenuProps) {
  const user = useCurrentUser()
  const { start, connection } = useComputer()
  const isAdmin = user.roles.includes('admin')
  const name = user.nickName || user.username
  const [isChanging, setIsChanging] = useState(false)
  const [isListing, setIsListing] = useState(false)
  const { trigger, focusTrigger } = useMenuTrigger()
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          onClick: focusTrigger,
          items: [
            {
              key: 'account',
              label: `账号 ${user.username}（${user.roles.map((role) => roleNames[role]).join('、')}）`,
              disabled: true,
              className: 'navbar-fact',
            },
            { key: 'version', label: `版本 ${start.version}`, disabled: true, className: 'navbar-fact' },
            { type: 'divider' },
            { key: 'settings', label: '设置', icon: <SettingOutlined />, onClick: onSettings },
            { key: 'lock', label: '锁定屏幕', icon: <LockOutlined />, extra: 'Ctrl+L', onClick: onLock },
            { key: 'password', label: '修改密码', icon: <KeyOutlined />, onClick: () => setIsChanging(true) },
            { key: 'sessions', label: '登录的电脑', icon: <DesktopOutlined />, onClick: () => setIsListing(true) },
            // A remote server has its data and daily backups on its own machine.
            ...(isAdmin && connection.kind === 'embedded'
              ? [
                  { key: 'backUp', label: '备份数据', icon: <SaveOutlined />, onClick: onBackUp },
                  { key: 'restore', label: '恢复数据', icon: <HistoryOutlined />, onClick: onRestore },
                ]
              : []),
            { key: 'logOut', label: '安全退出', icon: <LogoutOutlined />, onClick: onLogOut },
          ],
        }}
      >
        <Button ref={trigger} type="text" className="navbar-user" icon={<UserOutlined />}>
          <span className="navbar-user-name">{name}</span>
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      <ChangePasswordDialog isOpen={isChanging} onClose={() => setIsChanging(false)} />
      <SessionsDialog isOpen={isListing} onClose={() => setIsListing(false)} />
    </>
  )
}
