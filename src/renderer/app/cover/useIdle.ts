import { useEffect, useEffectEvent } from 'react'

const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const
/** Between two looks at the clock, in ms. */
const LOOK_EVERY = 1_000

/**
 * Calls `onIdle` once nobody has touched keyboard, mouse or screen for so long.
 *
 * By the wall clock, so that a computer that slept meanwhile is found idle when it wakes, before the movement that woke it counts.
 *
 * @param minutes null: never
 */
export function useIdle(minutes: number | null, onIdle: () => void): void {
  const idle = useEffectEvent(onIdle)
  useEffect(() => {
    if (minutes === null) return undefined
    let lastAt = Date.now()
    const look = () => {
      if (Date.now() - lastAt < minutes * 60_000) return
      lastAt = Date.now()
      idle()
    }
    const heard = () => {
      look()
      lastAt = Date.now()
    }
    for (const input of INPUTS) window.addEventListener(input, heard, { capture: true, passive: true })
    const timer = setInterval(look, LOOK_EVERY)
    return () => {
      clearInterval(timer)
      for (const input of INPUTS) window.removeEventListener(input, heard, { capture: true })
    }
  }, [minutes])
}
