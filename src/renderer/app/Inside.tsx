import { useEffect, useState } from 'react'
import { useEndpoint } from '../bridge/useEndpoint.ts'
import { useEvent } from '../bridge/useEvent.ts'
import { CurrentUserContext } from '../widgets/currentUser.ts'
import { FailureState } from '../widgets/FailureState.tsx'
import { RegisteredPaths } from '../widgets/featureRoute.ts'
import { Banners } from './frame/Banners.tsx'
import { Frame } from './frame/Frame.tsx'
import { SessionPrompt } from './SessionPrompt.tsx'
import { Waiting } from './Waiting.tsx'
import { registeredPaths } from './routes.ts'

interface InsideProps {
  readonly canKeepSession: boolean
  /** Ends the session and goes to the login, which leads back here. */
  readonly onLeave: () => Promise<void>
}

/** Everything behind the login: who is logged in, and the frame once that is known. */
export function Inside({ canKeepSession, onLeave }: InsideProps) {
  const user = useEndpoint('account.current', { query: {} }, { staleTime: Number.POSITIVE_INFINITY })
  const [hasEnded, setHasEnded] = useState(false)
  useEvent('session.ended', () => setHasEnded(true))

  // A session that the server does not know, found out before anything was on screen: straight to the login.
  const isRefused = user.data === undefined && user.error?.failure.kind === 'refused'
  useEffect(() => {
    if (isRefused) void onLeave()
  }, [isRefused, onLeave])

  if (user.data === undefined) {
    if (!user.error || isRefused) return <Waiting />
    return (
      <div className="outside-frame">
        <Banners canKeepSession />
        <FailureState sentence={user.error.message} onRetry={() => void user.refetch()} />
      </div>
    )
  }
  return (
    <CurrentUserContext value={user.data}>
      <RegisteredPaths value={registeredPaths}>
        <Frame canKeepSession={canKeepSession} onLeave={onLeave} />
        <SessionPrompt isOpen={hasEnded} onLogInAgain={onLeave} onStay={() => setHasEnded(false)} />
      </RegisteredPaths>
    </CurrentUserContext>
  )
}
