import { createContext } from 'react'

/** True after the session has ended and the user stayed on the page: automatic requests are disabled. Provided by app. */
export const SignedOutContext = createContext(false)
