import { Suspense, lazy, useEffect, useState } from 'react'
import { HashRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { LastLogin } from '#shared/features/account/sessions.ts'
import type { PublicScreenProps } from '../app-context/feature.ts'
import { useComputer } from '../bridge/computer.tsx'
import { useCommand } from '../bridge/useCommand.ts'
import { PublicLayout } from './PublicLayout.tsx'
import { NotFound } from './NotFound.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { useSelectAll } from './selectAll.ts'
import { AFTER_LOGIN, loginPath, safeRedirect } from './redirect.ts'
import { publicRoutes, registeredPaths } from './routes.ts'

const RestoreNeeded = lazy(async () => ({ default: (await import('../features/backup/RestoreNeeded.tsx')).RestoreNeeded }))
const UntrustedServer = lazy(async () => ({ default: (await import('../features/connection/UntrustedServer.tsx')).UntrustedServer }))
const signedInModule = () => import('./SignedIn.tsx')
const SignedIn = lazy(async () => ({ default: (await signedInModule()).SignedIn }))

/**
 * What is on screen at which address.
 *
 * The address stands in the hash: whatever the program's own scheme serves, a reload finds the page again.
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

  /** Ends the session here whatever the server says, and forgets every answer that was meant for this user. */
  const leave = async () => {
    await logOut(null)
    setIsLoggedIn(false)
    setLastLogin(null)
    cache.clear()
    void navigate(loginPath(pathname === '/404' ? '/' : pathname + search), { replace: true })
  }

  useEffect(() => {
    // While the name is typed, what stands behind the login is fetched; not at once, which would make the login wait.
    const fetchSignedIn = () => void signedInModule()
    addEventListener('keydown', fetchSignedIn, { once: true })
    return () => removeEventListener('keydown', fetchSignedIn)
  }, [])

  const entered: PublicScreenProps['onLoggedIn'] = (login) => {
    setCanKeepSession(login.canKeepSession)
    setLastLogin(login.lastLogin)
    setIsLoggedIn(true)
    // In the same update as the login state: otherwise /login sees a user who is logged in and redirects home instead of to the asked page.
    void navigate(safeRedirect(new URLSearchParams(search).get('redirect')), { replace: true, state: AFTER_LOGIN })
  }

  // Its own work makes the connection start anew: it stays until that is done.
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
