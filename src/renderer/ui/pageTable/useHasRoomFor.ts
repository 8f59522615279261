import { useLayoutEffect, useState, type RefObject } from 'react'

/** The size of the letters in which widths are given. */
const STANDARD_LETTERS = 14

/** Whether a place is wide enough for so many pixels at the standard size of the letters; true until it is measured. */
export function useHasRoomFor(place: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [hasRoom, setHasRoom] = useState(true)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => {
      const { width } = element.getBoundingClientRect()
      const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      // A hidden tab has no width; it is as it was when it comes back.
      if (width > 0) setHasRoom(width >= (pixels * letters) / STANDARD_LETTERS)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, pixels])
  return hasRoom
}
