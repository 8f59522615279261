import { useEffect, useState } from 'react'

/** Whether the time (epoch ms) is in the future; false for null. */
export function useStillGood(until: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return undefined
    const timer = setTimeout(() => setPassed(until), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && passed !== until
}
