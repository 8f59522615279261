import { useEffect, useEffectEvent, useState } from 'react'
import { isUnended, UNENDED_MS, type Burst } from './burst.ts'

/**
 * Reports scans without terminator, from scanners that send neither Enter nor Tab.
 *
 * @returns must be called with the burst after each key
 */
export function useUnended<Before>(onUnended: (burst: Burst<Before>) => void): (burst: Burst<Before> | null) => void {
  const unended = useEffectEvent(onUnended)
  const [watch] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    return {
      burst: (burst: Burst<Before> | null, tell: (burst: Burst<Before>) => void) => {
        clearTimeout(timer)
        if (burst !== null && isUnended(burst)) timer = setTimeout(() => tell(burst), UNENDED_MS)
      },
      stop: () => clearTimeout(timer),
    }
  })
  useEffect(() => watch.stop, [watch])
  return (burst) => watch.burst(burst, unended)
}
