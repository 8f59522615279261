import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useEvent } from '../../bridge/useEvent.ts'

interface CoverOptions {
  /** Idle time after which the window is covered (minutes); null if there is nothing to cover. */
  readonly idleMinutes: number | null
  /** Whether the screen holds unsaved input. */
  readonly holdsUnsaved: () => boolean
}

/** State of the window behind the cover, fixed when covering. */
interface Covered {
  readonly holdsUnsaved: boolean
}

/** Whether the window is covered: by Ctrl+L, from the menus, after idle time, or because the server reports the session as covered. */
export function useCover({ idleMinutes, holdsUnsaved }: CoverOptions) {
  const [covered, setCovered] = useState<Covered | null>(null)
  const isPossible = idleMinutes !== null
  const focused = useRef<Element | null>(null)
  const coverNow = () => {
    if (covered !== null || !isPossible) return
    focused.current = document.activeElement
    setCovered({ holdsUnsaved: holdsUnsaved() })
  }
  const cover = useEffectEvent(coverNow)
  useEvent('session.covered', coverNow)
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'lock') coverNow()
  })
  useIdle(covered === null ? idleMinutes : null, coverNow)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.shiftKey || event.altKey || event.metaKey || event.key.toLowerCase() !== 'l') return
      // Handled here so that the window's menu does not handle the same keys.
      event.preventDefault()
      cover()
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
  useLayoutEffect(() => {
    if (covered !== null) return
    // Restores the focus so that typing can continue.
    if (focused.current instanceof HTMLElement && focused.current.isConnected) focused.current.focus({ preventScroll: true })
    focused.current = null
  }, [covered])
  return { covered, cover: coverNow, uncover: () => setCovered(null) }
}

const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const
/** Interval between clock checks (ms). */
const LOOK_EVERY = 1_000

/**
 * Calls `onIdle` after `minutes` without keyboard, mouse or touch input.
 *
 * Uses the wall clock: a computer that was asleep is found idle on waking, before the input that woke it counts.
 *
 * @param minutes null: never
 */
function useIdle(minutes: number | null, onIdle: () => void): void {
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
