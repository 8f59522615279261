/** A rectangle in the window, in CSS pixels from the top left corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A candidate width of the toast stack, with the resulting height. */
export interface StackSize {
  readonly width: number
  readonly height: number
}

/** Gap between a toast and adjacent elements (px). */
const GAP = 8

export interface Surroundings {
  /** Where toasts may be placed: the page without the surrounding bars. */
  readonly area: Box
  /** Must not be covered: dialogs, menus, the tabs. */
  readonly obstacles: readonly Box[]
  /** Additional obstacles, but no positions next to them are tried. */
  readonly acts?: readonly Box[]
}

/**
 * Finds a position where the toast stack covers no obstacle; null if there is none at any of the sizes.
 *
 * Tries, in order: the current position (no unnecessary moves), top centre, below an obstacle, bottom centre, the corners,
 * beside an obstacle. Narrower stacks are tried only if wider ones do not fit.
 *
 * @param sizes the stack at its natural width first, then narrower and higher
 * @param current its current position, if shown
 */
export function freePlace({ area, obstacles, acts = [] }: Surroundings, sizes: readonly StackSize[], current: Box | null = null): Box | null {
  const covered = [...obstacles, ...acts]
  for (const size of sizes) {
    const places = [...(current === null || current.width !== size.width ? [] : [{ ...current, height: size.height }]), ...candidates(area, obstacles, size)]
    const free = places.find((place) => contains(area, place) && !covered.some((box) => overlap(box, place) > 0))
    if (free) return free
  }
  return null
}

/** The position within the area that covers least; fallback if {@link freePlace} finds none. */
export function leastCovering({ area, obstacles }: Surroundings, size: StackSize): Box {
  const covered = (place: Box) => obstacles.reduce((sum, obstacle) => sum + overlap(obstacle, place), 0)
  const [first, ...others] = candidates(area, obstacles, size)
  return others.filter((place) => contains(area, place)).reduce((best, place) => (covered(place) < covered(best) ? place : best), first)
}

function candidates(area: Box, obstacles: readonly Box[], { width, height }: StackSize): [Box, ...Box[]] {
  const right = area.left + area.width
  const bottom = area.top + area.height
  const box = (left: number, top: number): Box => ({ left: Math.round(left), top: Math.round(top), width, height })
  const middle = area.left + (area.width - width) / 2
  const columns = [right - GAP - width, area.left + GAP]
  const rows = [area.top + GAP, bottom - GAP - height]
  const beside = obstacles.flatMap((obstacle) => [obstacle.left + obstacle.width + GAP, obstacle.left - GAP - width])
  return [
    box(middle, area.top + GAP),
    ...obstacles.map((obstacle) => box(obstacle.left + (obstacle.width - width) / 2, obstacle.top + obstacle.height + GAP)),
    box(middle, bottom - GAP - height),
    ...rows.flatMap((top) => columns.map((left) => box(left, top))),
    ...rows.flatMap((top) => beside.map((left) => box(left, top))),
  ]
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.left + inner.width <= outer.left + outer.width &&
    inner.top + inner.height <= outer.top + outer.height
  )
}

/** Overlapping area of two rectangles (px²). */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return width > 0 && height > 0 ? width * height : 0
}
