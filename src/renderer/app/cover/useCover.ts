import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useEvent } from '../../bridge/useEvent.ts'

interface CoverOptions {
  /** After so many minutes without input the window is covered; null as long as there is nothing to cover. */
  readonly idleMinutes: number | null
  /** Whether what is on screen holds unsaved input. */
  readonly holdsUnsaved: () => boolean
}

/** What is known of the window behind the cover, which does not change meanwhile. */
interface Covered {
  readonly holdsUnsaved: boolean
}

/** Whether the window is covered: by Ctrl+L, by the menus, after a while without input, and where the server says that the session is. */
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
      // Handled here, so that the window's menu does not hear the same keys.
      event.preventDefault()
      cover()
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
  useLayoutEffect(() => {
    if (covered !== null) return
    // The typing goes on where it was.
    if (focused.current instanceof HTMLElement && focused.current.isConnected) focused.current.focus({ preventScroll: true })
    focused.current = null
  }, [covered])
  return { covered, cover: coverNow, uncover: () => setCovered(null) }
}

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
