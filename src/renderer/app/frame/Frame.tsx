import { Drawer } from 'antd'
import { lazy, memo, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { usePreferences } from '../../bridge/computer.tsx'
import { useToasts } from '../../bridge/toasts.tsx'
import { useEvent } from '../../bridge/useEvent.ts'
import { useQuestions } from '../../ui/question.tsx'
import { HelpDrawer } from '../HelpDrawer.tsx'
import { KeysDialog } from '../keys/KeysDialog.tsx'
import { useKeysDialog } from '../keys/useKeysDialog.ts'
import { NotFound } from '../NotFound.tsx'
import { Palette } from '../palette/Palette.tsx'
import { usePalette } from '../palette/usePalette.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { NavigateContext } from '../../app-context/navigation.ts'
import { useStable } from '../../ui/useStable.ts'
import { routeFor, routeOf, titleAt } from '../routes.ts'
import { HOME_KEY, isUnsaved, liveKey, pathOf } from '../tabs/model.ts'
import { TabBar } from '../tabs/TabBar.tsx'
import { TabNames } from '../tabs/TabNames.tsx'
import { TabPane } from '../tabs/TabPane.tsx'
import { useKeptPages } from '../tabs/useKeptPages.ts'
import { useTabs } from '../tabs/useTabs.tsx'
import { useHelp } from '../useHelp.ts'
import { Banners } from './Banners.tsx'
import { Navbar } from './Navbar.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useBackUp } from '../../features/backup/parts/useBackUp.ts'
import { useSidebarMode } from './useSidebarMode.ts'
import './frame.css'

interface FrameProps {
  readonly canKeepSession: boolean
  /** True while the question about a new login waits for its answer. */
  readonly isSessionOver: boolean
  readonly onLeave: () => Promise<void>
}

const NOT_FOUND = '/404'
const RestoreDialog = lazy(async () => ({ default: (await import('../../features/backup/RestoreDialog.tsx')).RestoreDialog }))

/** Sidebar, navbar, tabs and the visited pages. */
export function Frame({ canKeepSession, isSessionOver, onLeave }: FrameProps) {
  const { pathname, search } = useLocation()
  const { roles } = useCurrentUser()
  const route = routeFor(pathname, roles)
  const { state, actions, dispatch } = useTabs(
    route ? { key: pathname + search, title: (titleAt(pathname + search) ?? route).title } : null,
    routeOf(HOME_KEY)?.title ?? '首页',
  )
  const { pageShown } = useToasts()
  useEffect(() => pageShown(state.activeKey), [pageShown, state.activeKey])
  // The page is rendered first; sidebar, navbar and help follow in a deferred render.
  const shownAddress = useDeferredValue(state.paintedKey === state.activeKey ? pathname + search : (state.paintedKey ?? ''))
  const shownPath = pathOf(shownAddress)
  const shownRoute = routeFor(shownPath, roles)
  const shownTitle = (shownRoute && titleAt(shownAddress)?.title) ?? '页面不存在'
  const menu = useSidebar()
  const [isSettingsOpen, setIsSettingsOpen] = useState(false)
  const keepsPages = useKeptPages(state, dispatch)
  const backUp = useBackUp()
  const restore = useRestoreDialog()
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'settings') setIsSettingsOpen(true)
    if (item === 'backUp') backUp()
    if (item === 'restore') restore.open()
  })
  const help = useHelp()
  const keys = useKeysDialog(isSessionOver)
  const palette = usePalette(state, isSessionOver)
  const logOut = useAskToLogOut(state.tabs.some(isUnsaved), onLeave)
  const navigate = useNavigate()
  const handlers = useStable({
    choose: (path: string) => {
      void navigate(path)
      menu.closeDrawer()
    },
    navigate: (address: string) => void navigate(address),
    onMenu: menu.toggle,
    onBackUp: backUp,
    onRestore: restore.open,
    onLogOut: logOut,
    closeDrawer: menu.closeDrawer,
    goTo: (address: string) => {
      palette.close()
      void navigate(address)
    },
    onFind: palette.open,
    closePalette: palette.close,
    onSettings: () => setIsSettingsOpen(true),
    closeSettings: () => setIsSettingsOpen(false),
  })

  return (
    <div className="frame">
      {menu.mode === 'drawer' ? null : (
        <aside aria-label="侧边栏" className={menu.isExpanded ? 'sidebar' : 'sidebar sidebar-collapsed'}>
          <Sidebar path={shownPath} isCollapsed={!menu.isExpanded} onChosen={handlers.choose} />
        </aside>
      )}
      <MenuDrawer path={shownPath} isOpen={menu.isDrawerOpen} onChosen={handlers.choose} onClose={handlers.closeDrawer} />
      <div className="frame-main">
        <Navbar
          route={shownRoute}
          title={shownTitle}
          isMenuOpen={menu.isExpanded || menu.isDrawerOpen}
          onMenu={handlers.onMenu}
          onFind={handlers.onFind}
          onHelp={help.open}
          onBackUp={handlers.onBackUp}
          onSettings={handlers.onSettings}
          onRestore={handlers.onRestore}
          onLogOut={handlers.onLogOut}
        />
        <TabBar state={state} actions={actions} />
        <Banners canKeepSession={canKeepSession} />
        <main className="frame-page">
          <NavigateContext value={handlers.navigate}>
            {state.tabs.map((tab) =>
              tab.wasVisited ? (
                <TabPane
                  key={tab.id}
                  tab={tab}
                  isActive={tab.key === state.activeKey}
                  isLive={tab.key === liveKey(state)}
                  dispatch={dispatch}
                  onClose={actions.closeSaved}
                  onMove={actions.move}
                />
              ) : null,
            )}
          </NavigateContext>
          {route ? null : <UnknownAddress pathname={pathname} />}
        </main>
      </div>
      <HelpDrawer help={help} path={shownPath} title={shownTitle} />
      <KeysDialog isOpen={keys.isOpen} onClose={keys.close} path={shownPath} title={shownTitle} />
      <Palette isOpen={palette.isOpen} onClose={handlers.closePalette} recent={palette.recent} onChosen={handlers.goTo} />
      <SettingsDialog isOpen={isSettingsOpen} onClose={handlers.closeSettings} keepsPages={keepsPages} />
      <TabNames tabs={state.tabs} activeKey={state.activeKey} dispatch={dispatch} />
      {restore.isOpen ? (
        <Suspense fallback={null}>
          <RestoreDialog onClose={restore.close} onRestored={() => void onLeave()} />
        </Suspense>
      ) : null}
    </div>
  )
}

interface MenuDrawerProps {
  readonly path: string
  readonly isOpen: boolean
  readonly onChosen: (path: string) => void
  readonly onClose: () => void
}

/** The menu over the page, where the window is too narrow for a sidebar. */
const MenuDrawer = memo(function MenuDrawer({ path, isOpen, onChosen, onClose }: MenuDrawerProps) {
  return (
    <Drawer className="sidebar-drawer" placement="left" size="max(210px, 11.5rem)" closable={false} open={isOpen} onClose={onClose} aria-label="主菜单">
      <Sidebar path={path} isCollapsed={false} onChosen={onChosen} />
    </Drawer>
  )
})

/** An address that is no page behind the login. */
function UnknownAddress({ pathname }: { readonly pathname: string }) {
  if (pathname === NOT_FOUND) return <NotFound />
  if (pathname === '/') return <Navigate to={HOME_KEY} replace />
  // Who is logged in has nothing to do there, whatever redirect the address names (`console.md` section 2).
  if (pathname === '/login' || pathname === '/register') return <Navigate to="/" replace />
  return <Navigate to={NOT_FOUND} replace />
}

/** Wide: open or icons, remembered. Narrower: icons, and a drawer on demand. */
function useSidebar() {
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

/** 恢复数据, for administrators. */
function useRestoreDialog() {
  const toasts = useToasts()
  const { roles } = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    if (roles.includes('admin')) setIsOpen(true)
    else toasts.failure({ kind: 'local', message: '只有管理员可以恢复数据' })
  }
  return { isOpen, open, close: () => setIsOpen(false) }
}

function useAskToLogOut(holdsUnsaved: boolean, onLeave: () => Promise<void>): () => void {
  const { ask } = useQuestions()
  return () => {
    if (!holdsUnsaved) {
      void onLeave()
      return
    }
    ask({
      title: '有未保存的内容，确认退出吗?',
      detail: '打开的页面里填写的内容尚未保存，退出后不会保留',
      confirmText: '安全退出',
      cancelText: '继续编辑',
      isDangerous: true,
      onConfirm: onLeave,
    })
  }
}
