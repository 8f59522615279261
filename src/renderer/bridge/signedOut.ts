import { createContext } from 'react'

/** True once the session has ended and the user stayed on the page: nothing is asked for by itself any more. Given by app. */
export const SignedOutContext = createContext(false)
