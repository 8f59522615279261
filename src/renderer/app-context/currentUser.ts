import { createContext, useContext } from 'react'
import type { User } from '#shared/features/account/contract.ts'
import type { LastLogin } from '#shared/features/account/sessions.ts'

/** Who is logged in, and what the server has set for everybody. */
export interface CurrentUser extends User {
  /** After so many minutes without input the window is covered. */
  readonly coverMinutes: number
  /** How the account was last used before this login; null if nobody has just logged in, or for the first time. */
  readonly lastLogin: LastLogin | null
}

/** Who is logged in; given by app to every screen behind the login. */
export const CurrentUserContext = createContext<CurrentUser | null>(null)

/** @throws Error outside of the screens behind the login */
export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser needs a screen behind the login')
  return user
}
