import restOfComponentStyles from 'component-styles/rest.css?url'
import { Activity, useEffect, useEffectEvent, useRef } from 'react'
import { preload } from 'react-dom'
import type { LastLogin } from '#shared/features/account/sessions.ts'
import { isRefusedFor } from '../bridge/failure.ts'
import { useToasts } from '../bridge/toasts.tsx'
import { SignedOutContext } from '../bridge/signedOut.ts'
import { useEndpoint } from '../bridge/useEndpoint.ts'
import { CurrentUserContext } from '../app-context/currentUser.ts'
import { ForcedPasswordChange } from '../features/account/ForcedPasswordChange.tsx'
import { BackUpProvider } from '../features/backup/parts/BackUpProvider.tsx'
import { FailureState } from '../ui/FailureState.tsx'
import { VisiblePaths } from '../app-context/feature.ts'
import { QuestionProvider } from '../ui/question.tsx'
import { CoverScreen } from './cover/CoverScreen.tsx'
import { useCover } from './cover/useCover.ts'
import { Banners } from './frame/Banners.tsx'
import { Frame } from './frame/Frame.tsx'
import { ConfirmationPrompt } from './ConfirmationPrompt.tsx'
import { SessionPrompt } from './SessionPrompt.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { routesFor } from './routes.ts'
import { useRoleChange } from './useRoleChange.ts'
import { useSessionEnd } from './useSessionEnd.ts'

preload(restOfComponentStyles, { as: 'style' })

interface SignedInProps {
  readonly canKeepSession: boolean
  /** How the account was last used before this login; null where nobody has just logged in, or for the first time. */
  readonly lastLogin: LastLogin | null
  /** Ends the session and goes to the login, which leads back here. */
  readonly onLeave: () => Promise<void>
}

/** Everything behind the login: who is logged in, and the frame once that is known. */
export function SignedIn(props: SignedInProps) {
  return (
    <>
      {/* Waited for by React, and put before all other sheets: ours come after the library's. */}
      <link rel="stylesheet" href={restOfComponentStyles} precedence="library" />
      <SignedInScreens {...props} />
    </>
  )
}

function SignedInScreens({ canKeepSession, lastLogin, onLeave }: SignedInProps) {
  const user = useEndpoint('account.current', { query: {} }, { staleTime: Number.POSITIVE_INFINITY, errors: 'caller' })
  const { isAsking, isSignedOut, end, stay } = useSessionEnd()
  const roles = user.data?.roles
  const roleChange = useRoleChange(roles, () => void user.refetch({ cancelRefetch: false }))
  const currentUser = user.data ? { ...user.data, lastLogin } : null
  const visiblePaths = new Set(routesFor(roles ?? []).map(({ path }) => path))

  // A session that the server does not know, found out before anything was on screen: straight to the login.
  const isCoveredAtStart = user.data === undefined && isRefusedFor(user.error?.failure, 'account.covered')
  const isRefused = user.data === undefined && user.error?.failure.kind === 'refused' && !isCoveredAtStart
  useLeaveWhen(isRefused, user.error, onLeave)

  const unsaved = useRef(false)
  const noteUnsaved = (holdsUnsaved: boolean) => {
    unsaved.current = holdsUnsaved
  }
  const idleMinutes = user.data && !user.data.mustChangePassword ? user.data.coverMinutes : null
  const { covered, cover, uncover } = useCover({ idleMinutes, holdsUnsaved: () => unsaved.current })
  const uncovered = () => {
    uncover()
    void user.refetch()
  }
  const coverScreen =
    isCoveredAtStart || covered ? (
      <CoverScreen user={user.data ?? null} holdsUnsaved={covered?.holdsUnsaved ?? false} onUncovered={uncovered} onSessionOver={end} onLeave={onLeave} />
    ) : null
  const sessionPrompt = <SessionPrompt isOpen={isAsking} onLogInAgain={onLeave} onStay={stay} />

  if (isCoveredAtStart)
    return (
      <>
        {coverScreen}
        {sessionPrompt}
      </>
    )
  if (user.data === undefined) {
    if (!user.error || isRefused) return <LoadingScreen />
    return (
      <div className="outside-frame">
        <Banners canKeepSession />
        <FailureState sentence={user.error.message} onRetry={() => void user.refetch()} />
      </div>
    )
  }
  if (user.data.mustChangePassword) {
    return (
      <div className="public-layout">
        <Banners canKeepSession />
        <ForcedPasswordChange onLeave={() => void onLeave()} />
        {sessionPrompt}
      </div>
    )
  }
  return (
    <CurrentUserContext value={currentUser}>
      <VisiblePaths value={visiblePaths}>
        {/* Behind the cover everything stays as it is, and neither asks the server nor hears a key. */}
        <Activity mode={covered ? 'hidden' : 'visible'}>
          <QuestionProvider>
            <BackUpProvider>
              <SignedOutContext value={isSignedOut}>
                <Frame
                  canKeepSession={canKeepSession}
                  isAskingToLogIn={isAsking}
                  roleChange={roleChange}
                  onLock={cover}
                  onUnsaved={noteUnsaved}
                  onLeave={onLeave}
                />
              </SignedOutContext>
            </BackUpProvider>
            <ConfirmationPrompt />
          </QuestionProvider>
        </Activity>
      </VisiblePaths>
      {coverScreen}
      {sessionPrompt}
    </CurrentUserContext>
  )
}

/** Goes to the login, which does not say why: that is told here. */
function useLeaveWhen(isRefused: boolean, error: unknown, onLeave: () => Promise<void>): void {
  const toasts = useToasts()
  const leave = useEffectEvent(() => {
    toasts.error(error)
    void onLeave()
  })
  useEffect(() => {
    if (isRefused) leave()
  }, [isRefused])
}
