import { createContext, useContext } from 'react'
import type { User } from '#shared/features/account/contract.ts'

/** Who is logged in; given by app to every screen behind the login. */
export const CurrentUserContext = createContext<User | null>(null)

export function useCurrentUser(): User {
  const user = useContext(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser needs a screen behind the login')
  return user
}
