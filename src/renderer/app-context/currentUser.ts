import { createContext, useContext } from 'react'
import type { User } from '#shared/features/account/contract.ts'
import type { LastLogin } from '#shared/features/account/sessions.ts'

/** The logged-in user, with the server-wide settings. */
export interface CurrentUser extends User {
  /** Idle time after which the window is covered (minutes). */
  readonly coverMinutes: number
  /** The account's last use before this login; null if the login is not recent or is the account's first. */
  readonly lastLogin: LastLogin | null
}

/** The logged-in user; app provides it to every screen behind the login. */
export const CurrentUserContext = createContext<CurrentUser | null>(null)

/** @throws Error outside the screens behind the login */
export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser needs a screen behind the login')
  return user
}
