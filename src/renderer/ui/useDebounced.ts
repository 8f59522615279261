import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** The text once typing has paused; cleared immediately. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
