import { createContext, useContext } from 'react'
import { TabContext } from './tab.ts'

/** Shows the page at an address (path and query, `/property/Index?estateid=7`): in its existing tab, else in a new one. */
export type Navigate = (address: string) => void

/** Provided by app; the function never changes, so it triggers no re-render. */
export const NavigateContext = createContext<Navigate>(() => {
  throw new Error('a screen behind the login is in the frame')
})

/**
 * Returns the function that navigates between screens behind the login.
 *
 * The router's own hook depends on the window's address: each change would re-render every screen of every open tab.
 */
export function useNavigate(): Navigate {
  return useContext(NavigateContext)
}

/** The query of this tab's address, independent of the window's current address. */
export function useAddressQuery(): URLSearchParams {
  const address = useContext(TabContext)?.key ?? ''
  const start = address.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : address.slice(start))
}
