import { Navigate, useLocation } from 'react-router-dom'
import { NotFound } from '../NotFound.tsx'
import { AFTER_LOGIN } from '../redirect.ts'
import { HOME_KEY } from '../tabs/model.ts'

const NOT_FOUND = '/404'

/**
 * An address that is no page behind the login.
 *
 * @param wasOpen the page was open until the user's role was changed
 */
export function UnknownAddress({ pathname, wasOpen }: { readonly pathname: string; readonly wasOpen: boolean }) {
  const { state } = useLocation()
  if (pathname === NOT_FOUND) return <NotFound />
  // The page may be that of the one before, who may see more.
  if (pathname === '/' || wasOpen || state === AFTER_LOGIN) return <Navigate to={HOME_KEY} replace />
  // Who is logged in has nothing to do there, whatever redirect the address names (`console.md` section 2).
  if (pathname === '/login' || pathname === '/register') return <Navigate to="/" replace />
  return <Navigate to={NOT_FOUND} replace />
}
