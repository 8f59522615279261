import { useEffect } from 'react'

/** Makes main confirm before the window is closed with unsaved input. */
export function useAskBeforeUnload(holdsUnsaved: boolean): void {
  useEffect(() => {
    if (!holdsUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [holdsUnsaved])
}
