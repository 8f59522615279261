import { useLayoutEffect, useState, type RefObject } from 'react'
import type { GridLayout } from './gridLayout.ts'

/** How far outside the window a part is already rendered, so that scrolling finds it there. */
const MARGIN = '100px'
/** Less than a room takes in the smallest font. */
const ROOM_PIXELS = { width: 60, height: 34 }
/** What stands around the grid at the least: menu and tree, bars and legend. */
const AROUND_PIXELS = { width: 480, height: 260 }

/** A unit's rooms on one floor, as the page names them: `row:unit`, both counted from 0. */
export const partKey = (row: number, unit: number): string => `${row}:${unit}`

/**
 * Which parts of the grid are in sight or near it: only those need their rooms rendered.
 *
 * Every part must be an element with its key as `data-part`, of a size that does not depend on whether it is rendered. Until the
 * browser has reported where things are, what a window can show from the top left is taken to be in sight.
 */
export function usePartsInSight(grid: RefObject<HTMLElement | null>, layout: GridLayout): ReadonlySet<string> {
  const [inSight, setInSight] = useState(() => firstGuess(layout))
  useLayoutEffect(() => {
    if (layout.roomCount === 0) return undefined
    const observer = new IntersectionObserver(
      (entries) => setInSight((known) => updated(known, entries)),
      // The window's own edge, and that of each scrolling box on the way to it.
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    )
    for (const part of grid.current?.querySelectorAll('[data-part]') ?? []) observer.observe(part)
    return () => observer.disconnect()
  }, [grid, layout])
  return inSight
}

function firstGuess({ floors, units }: GridLayout): ReadonlySet<string> {
  const rows = Math.min(floors.length, Math.max(1, Math.ceil((innerHeight - AROUND_PIXELS.height) / ROOM_PIXELS.height)))
  const columns = (innerWidth - AROUND_PIXELS.width) / ROOM_PIXELS.width
  const shown = units.flatMap(({ firstColumn }, unit) => (firstColumn === 0 || firstColumn < columns ? [unit] : []))
  return new Set(Array.from({ length: rows }, (_, row) => shown.map((unit) => partKey(row, unit))).flat())
}

function updated(known: ReadonlySet<string>, entries: readonly IntersectionObserverEntry[]): ReadonlySet<string> {
  const next = new Set(known)
  let isChanged = false
  for (const { target, isIntersecting } of entries) {
    const key = target instanceof HTMLElement ? target.dataset['part'] : undefined
    if (key === undefined || isIntersecting === next.has(key)) continue
    isChanged = true
    if (isIntersecting) next.add(key)
    else next.delete(key)
  }
  return isChanged ? next : known
}
