import { createContext, useContext } from 'react'
import { TabContext } from './tab.ts'

/** Shows the page at an address, path and query (`/property/Index?estateid=7`): its tab where there is one, else a new one. */
export type Navigate = (address: string) => void

/** Given by app: one function that never changes, so that it renders nothing again. */
export const NavigateContext = createContext<Navigate>(() => {
  throw new Error('a screen behind the login is in the frame')
})

/**
 * How a screen behind the login leads to another one.
 *
 * The router's own hook reads the window's address: each change of it would render every screen of every open tab again.
 */
export function useNavigate(): Navigate {
  return useContext(NavigateContext)
}

/** The query of this tab's address, whatever address the window shows now. */
export function useAddressQuery(): URLSearchParams {
  const address = useContext(TabContext)?.key ?? ''
  const start = address.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : address.slice(start))
}
