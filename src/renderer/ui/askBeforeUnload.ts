import { useEffect } from 'react'

/** Has main ask the user before the window closes over unsaved input. */
export function useAskBeforeUnload(holdsUnsaved: boolean): void {
  useEffect(() => {
    if (!holdsUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [holdsUnsaved])
}
