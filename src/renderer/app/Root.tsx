import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react'
import { HashRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { LastLogin } from '#shared/features/account/sessions.ts'
import type { PublicScreenProps } from '../app-context/feature.ts'
import { useComputer } from '../bridge/computer.tsx'
import { useCommand } from '../bridge/useCommand.ts'
import { NotFound } from './NotFound.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { AFTER_LOGIN, loginPath, safeRedirect } from './redirect.ts'
import { publicRoutes } from '../features/account/feature.tsx'
import { registeredPaths } from './routes.ts'
import { Banners } from './frame/Banners.tsx'
import { SmsBands } from './frame/SmsBands.tsx'
import { HelpDrawer } from './HelpDrawer.tsx'
import { useHelp } from './useHelp.ts'
import { useEvent } from '../bridge/useEvent.ts'
import { isTextField } from './textField.ts'

const RestoreNeeded = lazy(async () => ({ default: (await import('../features/backup/RestoreNeeded.tsx')).RestoreNeeded }))
const UntrustedServer = lazy(async () => ({ default: (await import('../features/connection/UntrustedServer.tsx')).UntrustedServer }))
const signedInModule = () => import('./SignedIn.tsx')
const SignedIn = lazy(async () => ({ default: (await signedInModule()).SignedIn }))

/**
 * Maps addresses to screens.
 *
 * The address is in the hash, so that a reload finds the page again whatever the custom scheme serves.
 */
export function Root() {
  return (
    <HashRouter useTransitions={false}>
      <Screens />
    </HashRouter>
  )
}

function Screens() {
  useSelectAll()
  const { start, connection } = useComputer()
  const [isLoggedIn, setIsLoggedIn] = useState(start.isLoggedIn)
  const [canKeepSession, setCanKeepSession] = useState(start.canKeepSession)
  const [lastLogin, setLastLogin] = useState<LastLogin | null>(null)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { run: logOut } = useCommand('session.logOut', { errors: 'caller' })

  /** Ends the session locally even if the server refuses, and drops all cached answers of this user. */
  const leave = async () => {
    await logOut(null)
    setIsLoggedIn(false)
    setLastLogin(null)
    cache.clear()
    void navigate(loginPath(pathname === '/404' ? '/' : pathname + search), { replace: true })
  }

  useEffect(() => {
    // Prefetches the screens behind the login once the user starts typing; doing so earlier would delay the login page.
    const fetchSignedIn = () => void signedInModule()
    addEventListener('keydown', fetchSignedIn, { once: true })
    return () => removeEventListener('keydown', fetchSignedIn)
  }, [])

  const entered: PublicScreenProps['onLoggedIn'] = (login) => {
    setCanKeepSession(login.canKeepSession)
    setLastLogin(login.lastLogin)
    setIsLoggedIn(true)
    // In the same update as the login state: otherwise /login finds a logged-in user and redirects home instead of to the requested page.
    void navigate(safeRedirect(new URLSearchParams(search).get('redirect')), { replace: true, state: AFTER_LOGIN })
  }

  // Restoring restarts the connection; the screen stays until that is done.
  const [isRestoring, setIsRestoring] = useState(false)
  if (connection.needsRestore === true && !isRestoring) setIsRestoring(true)
  if (connection.status === 'connected' && isRestoring) setIsRestoring(false)
  const restoreNeeded = isRestoring ? (
    <Suspense fallback={null}>
      <RestoreNeeded onRestored={() => void (isLoggedIn && leave())} />
    </Suspense>
  ) : null

  const untrusted = connection.certificate ? (
    <Suspense fallback={null}>
      <UntrustedServer certificate={connection.certificate} />
    </Suspense>
  ) : null

  if (isLoggedIn) {
    return (
      <>
        {untrusted}
        <Suspense fallback={<LoadingScreen />}>
          <SignedIn canKeepSession={canKeepSession} lastLogin={lastLogin} onLeave={leave} />
        </Suspense>
        {restoreNeeded}
      </>
    )
  }
  const isKnown = pathname === '/' || registeredPaths.has(pathname)
  return (
    <PublicLayout>
      {untrusted}
      {restoreNeeded}
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          {publicRoutes.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen onLoggedIn={entered} />} />
          ))}
          <Route path="/404" element={<NotFound />} />
          <Route path="*" element={<Navigate to={isKnown ? loginPath(pathname + search) : '/404'} replace />} />
        </Routes>
      </Suspense>
    </PublicLayout>
  )
}

/** The layout around login and registration. */
function PublicLayout({ children }: { readonly children: ReactNode }) {
  const help = useHelp()
  const { pathname } = useLocation()
  return (
    <div className="public-layout">
      <Banners canKeepSession />
      <SmsBands />
      <main className="public-layout-main">{children}</main>
      <HelpDrawer help={help} path={pathname} title={publicRoutes.find(({ path }) => path === pathname)?.title ?? '页面不存在'} />
    </div>
  )
}

/** Selected by Ctrl+A if no field has focus. */
const TABLE = '.ant-table-container, table'
/** Overlays take precedence over the page. */
const ON_TOP = '.ant-modal, .ant-drawer-section'
const PAGE = '.tab-pane:not(.tab-pane-hidden)'

/** Ctrl+A and 全选: selects the focused field, else the last clicked table, else the visible one; never the whole window with its menus. */
function useSelectAll(): void {
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'selectAll') selectAll()
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isSelectAll = event.ctrlKey && !event.shiftKey && !event.altKey && !event.metaKey && event.key.toLowerCase() === 'a'
      if (!isSelectAll || event.defaultPrevented || isTextField(document.activeElement)) return
      event.preventDefault()
      selectAll()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

function selectAll(): void {
  const field = document.activeElement
  if (isTextField(field)) {
    if ('select' in field) field.select()
    else document.getSelection()?.selectAllChildren(field)
    return
  }
  const selection = document.getSelection()
  const table = tableMeant(selection)
  selection?.removeAllRanges()
  if (table) selection?.selectAllChildren(table)
}

function tableMeant(selection: Selection | null): Element | null {
  const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const place = [...document.querySelectorAll(ON_TOP)].findLast(visible) ?? document.querySelector(PAGE)
  const clicked = selection?.anchorNode ?? null
  const within = [clicked instanceof Element ? clicked : clicked?.parentElement, document.activeElement]
    .map((element) => element?.closest(TABLE) ?? null)
    .find((table) => table !== null && place?.contains(table) === true)
  return within?.closest('.ant-table-container') ?? within ?? [...(place?.querySelectorAll(TABLE) ?? [])].find(visible) ?? null
}
