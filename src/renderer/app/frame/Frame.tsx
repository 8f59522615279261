import { useContext, useDeferredValue, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SignedOutContext } from '../../bridge/signedOut.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useEvent } from '../../bridge/useEvent.ts'
import { HelpDrawer } from '../HelpDrawer.tsx'
import { KeysDialog } from '../keys/KeysDialog.tsx'
import { useKeysDialog } from '../keys/useKeysDialog.ts'
import { Palette } from '../palette/Palette.tsx'
import { usePalette } from '../palette/usePalette.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useStableHandlers } from '../../ui/useStableHandlers.ts'
import { routeFor, routeOf, titleAt } from '../routes.ts'
import { HOME_KEY, isUnsaved, pathOf } from '../tabs/model.ts'
import { TabBar } from '../tabs/TabBar.tsx'
import { TabNames } from '../tabs/TabNames.tsx'
import { TabPages } from '../tabs/TabPages.tsx'
import { useKeptPages } from '../tabs/useKeptPages.ts'
import { useTabs } from '../tabs/useTabs.tsx'
import { useHelp } from '../useHelp.ts'
import type { useRoleChange } from '../useRoleChange.ts'
import { Banners } from './Banners.tsx'
import { Menu } from './Menu.tsx'
import { Navbar } from './Navbar.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { Restore, useRestoreDialog } from './Restore.tsx'
import { useBackUp } from '../../features/backup/parts/useBackUp.ts'
import { RoleChangeBand, SignedOutBand } from './SessionBands.tsx'
import { SmsBands } from './SmsBands.tsx'
import { UnknownAddress } from './UnknownAddress.tsx'
import { useAskToLogOut } from './useAskToLogOut.ts'
import { useSidebar } from './useSidebar.ts'
import './frame.css'

interface FrameProps {
  readonly canKeepSession: boolean
  /** True while the question about a new login waits for its answer. */
  readonly isAskingToLogIn: boolean
  readonly roleChange: ReturnType<typeof useRoleChange>
  readonly onLock: () => void
  /** Whether a page holds unsaved input, whenever that changes. */
  readonly onUnsaved: (holdsUnsaved: boolean) => void
  readonly onLeave: () => Promise<void>
}

/** Sidebar, navbar, tabs and the visited pages. */
export function Frame({ canKeepSession, isAskingToLogIn, roleChange, onLock, onUnsaved, onLeave }: FrameProps) {
  const { pathname, search } = useLocation()
  const { roles } = useCurrentUser()
  const route = routeFor(pathname, roles)
  const tabs = useTabs(route ? { key: pathname + search, title: (titleAt(pathname + search) ?? route).title } : null, routeOf(HOME_KEY)?.title ?? '首页')
  const { state, actions, dispatch } = tabs
  usePageToasts(state.activeKey)
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
  useWindowMenu({ settings: () => setIsSettingsOpen(true), backUp, restore: restore.open })
  const help = useHelp()
  const keys = useKeysDialog(isAskingToLogIn)
  const palette = usePalette(state, isAskingToLogIn)
  const logOut = useAskToLogOut(state.tabs.some(isUnsaved), { onLeave, onUnsaved })
  const navigate = useNavigate()
  const isSignedOut = useContext(SignedOutContext)
  const handlers = useStableHandlers({
    choose: (path: string) => {
      void navigate(path)
      menu.closeDrawer()
    },
    navigate: (address: string) => void navigate(address),
    onMenu: menu.toggle,
    onBackUp: backUp,
    onRestore: restore.open,
    onLock,
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
      <Menu menu={menu} path={shownPath} onChosen={handlers.choose} onClose={handlers.closeDrawer} />
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
          onLock={handlers.onLock}
          onLogOut={handlers.onLogOut}
        />
        <TabBar state={state} actions={actions} />
        {isSignedOut && !isAskingToLogIn ? <SignedOutBand onLogIn={handlers.onLogOut} /> : null}
        <Banners canKeepSession={canKeepSession} />
        <SmsBands />
        <RoleChangeBand {...roleChange} />
        <main className={isSignedOut ? 'frame-page frame-page-signed-out' : 'frame-page'}>
          <TabPages tabs={tabs} navigate={handlers.navigate} />
          {route ? null : <UnknownAddress pathname={pathname} wasOpen={state.tabs.some(({ key }) => key === pathname + search)} />}
        </main>
      </div>
      <HelpDrawer help={help} path={shownPath} title={shownTitle} />
      <KeysDialog isOpen={keys.isOpen} onClose={keys.close} path={shownPath} title={shownTitle} />
      <Palette isOpen={palette.isOpen} onClose={handlers.closePalette} recent={palette.recent} onChosen={handlers.goTo} />
      <SettingsDialog isOpen={isSettingsOpen} onClose={handlers.closeSettings} keepsPages={keepsPages} />
      <TabNames tabs={state.tabs} activeKey={state.activeKey} dispatch={dispatch} />
      <Restore isOpen={restore.isOpen} onClose={restore.close} onRestored={() => void onLeave()} />
    </div>
  )
}

/** The items of the window's menu that stand in the frame. */
function useWindowMenu(acts: Readonly<Record<'settings' | 'backUp' | 'restore', () => void>>): void {
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'settings' || item === 'backUp' || item === 'restore') acts[item]()
  })
}

/** What was said goes with the page that it was said on. */
function usePageToasts(activeKey: string | null): void {
  const { pageShown } = useToasts()
  useEffect(() => pageShown(activeKey), [pageShown, activeKey])
}
