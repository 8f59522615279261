/** A rectangle of the window, in CSS pixels from its top left corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** How wide a stack of toasts may be, and how high it becomes then. */
export interface StackSize {
  readonly width: number
  readonly height: number
}

/** Between a toast and whatever is next to it. */
const GAP = 8

export interface Surroundings {
  /** Where toasts may stand: the page without the bars around it. */
  readonly area: Box
  /** What they must not cover: dialogs, menus, the tabs. */
  readonly obstacles: readonly Box[]
  /** Other obstacles, which no place is tried next to. */
  readonly acts?: readonly Box[]
}

/**
 * Where a stack of toasts covers none of the obstacles; null if there is no such place for any of the sizes.
 *
 * In this order: where it stands already (nothing moves without need), the middle of the area's top, under an obstacle,
 * the middle of the bottom, the corners, besides an obstacle. A narrower stack is tried only where a wider one finds no place.
 *
 * @param sizes the stack at its natural width first, then narrower and higher
 * @param current where it stands now, if it is shown
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

/** The place within the area that covers least, for where {@link freePlace} finds none. */
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

/** The common surface of two rectangles, in square pixels. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return width > 0 && height > 0 ? width * height : 0
}
