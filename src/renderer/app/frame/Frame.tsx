import { useContext, useDeferredValue, useEffect, useState, lazy, Suspense } from 'react'
import { useLocation, useNavigate, Navigate } from 'react-router-dom'
import { Alert } from 'antd'
import { Dialog } from '../../ui/Dialog.tsx'
import { Act } from '../../app-context/Act.tsx'
import { SignedOutContext } from '../../bridge/signedOut.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useEvent } from '../../bridge/useEvent.ts'
import { HelpDrawer } from '../HelpDrawer.tsx'
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
import { useBackUp } from '../../features/backup/parts/useBackUp.ts'
import { SmsBands } from './SmsBands.tsx'
import { useSidebar } from './useSidebar.ts'
import { NotFound } from '../NotFound.tsx'
import { AFTER_LOGIN } from '../redirect.ts'
import { useQuestions } from '../../ui/question.tsx'
import { commonKeys, helpOf } from '../help.ts'
import { Keys } from '../Keys.tsx'
import './frame.css'

interface FrameProps {
  readonly canKeepSession: boolean
  /** True while the prompt for a new login is open. */
  readonly isAskingToLogIn: boolean
  readonly roleChange: ReturnType<typeof useRoleChange>
  readonly onLock: () => void
  /** Reports whether any page holds unsaved input, on each change. */
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
  // Renders the page first; sidebar, navbar and help follow in a deferred render.
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
        <Navbar route={shownRoute} title={shownTitle} isMenuOpen={menu.isExpanded || menu.isDrawerOpen} onHelp={help.open} acts={handlers} />
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

/** Items of the window's menu that the frame handles. */
function useWindowMenu(acts: Readonly<Record<'settings' | 'backUp' | 'restore', () => void>>): void {
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'settings' || item === 'backUp' || item === 'restore') acts[item]()
  })
}

/** Closes toasts along with the page they were shown on. */
function usePageToasts(activeKey: string | null): void {
  const { pageShown } = useToasts()
  useEffect(() => pageShown(activeKey), [pageShown, activeKey])
}

const NOT_FOUND = '/404'

/**
 * An address without a page behind the login.
 *
 * @param wasOpen the page was open until the user's role was changed
 */
function UnknownAddress({ pathname, wasOpen }: { readonly pathname: string; readonly wasOpen: boolean }) {
  const { state } = useLocation()
  if (pathname === NOT_FOUND) return <NotFound />
  // The address may come from the previous user, who had more rights.
  if (pathname === '/' || wasOpen || state === AFTER_LOGIN) return <Navigate to={HOME_KEY} replace />
  // A logged-in user has no use for these pages, whatever redirect the address names (`console.md` section 2).
  if (pathname === '/login' || pathname === '/register') return <Navigate to="/" replace />
  return <Navigate to={NOT_FOUND} replace />
}

const RestoreDialog = lazy(async () => ({ default: (await import('../../features/backup/RestoreDialog.tsx')).RestoreDialog }))

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

/** The dialog, loaded on first use. */
function Restore({ isOpen, onClose, onRestored }: { readonly isOpen: boolean; readonly onClose: () => void; readonly onRestored: () => void }) {
  return isOpen ? (
    <Suspense fallback={null}>
      <RestoreDialog onClose={onClose} onRestored={onRestored} />
    </Suspense>
  ) : null
}

interface AskToLogOutOptions {
  readonly onLeave: () => Promise<void>
  /** Reports whether a tab holds unsaved input, on each change. */
  readonly onUnsaved: (holdsUnsaved: boolean) => void
}

/** 安全退出: confirms first if a tab holds unsaved input. */
function useAskToLogOut(holdsUnsaved: boolean, { onLeave, onUnsaved }: AskToLogOutOptions): () => void {
  const { ask } = useQuestions()
  useEffect(() => onUnsaved(holdsUnsaved), [onUnsaved, holdsUnsaved])
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

/** Shown above the page after the session has ended and the user chose to stay. */
function SignedOutBand({ onLogIn }: { readonly onLogIn: () => void }) {
  return (
    <div className="banners">
      <Alert
        banner
        role="alert"
        type="error"
        title="已登出，不能保存。页面上是登出前的内容"
        action={<Act text="重新登录" size="small" type="primary" onClick={onLogIn} />}
      />
    </div>
  )
}

/** Notifies of a role change until dismissed. */
function RoleChangeBand({ sentence, dismiss }: { readonly sentence: string | null; readonly dismiss: () => void }) {
  if (sentence === null) return null
  return (
    <div className="banners">
      <Alert banner role="status" closable={{ onClose: dismiss }} type="warning" title={sentence} />
    </div>
  )
}

interface KeysDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Path and title of the current screen. */
  readonly path: string
  readonly title: string
}

/** 键盘操作 (`?`): the keys of the current screen and the common ones. */
function KeysDialog({ isOpen, onClose, path, title }: KeysDialogProps) {
  const { keys = [] } = helpOf(path)
  return (
    <Dialog title="键盘操作" open={isOpen} onCancel={onClose} footer={null} width="min(58rem, 92vw)" zIndex={1400}>
      <div className="keys-columns">
        {keys.length === 0 ? null : <Keys title={`${title}的按键`} keys={keys} />}
        <Keys title="所有页面的按键" keys={commonKeys} />
      </div>
    </Dialog>
  )
}
