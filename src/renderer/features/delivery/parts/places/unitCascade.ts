import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { pathDepth } from '#shared/place/place.ts'

/** A period, zone, building or unit, in antd's option format; `value` is its path. */
export interface PlaceOption {
  value: string
  label: string
  children?: PlaceOption[]
}

/** Minimum depth of a selection that filters: the third level, a building (`console.md` section 9). */
const MIN_FILTER_DEPTH = 2

/**
 * Builds the cascade from the activity's unit paths, which are in reading order.
 *
 * Empty levels are hidden but kept in the paths (`wire.md` section 3).
 */
export function unitOptions(unitPaths: readonly string[]): PlaceOption[] {
  const roots: PlaceOption[] = []
  const byPath = new Map<string, PlaceOption>()
  for (const unitPath of unitPaths) {
    let parent: PlaceOption | null = null
    const segments: string[] = []
    for (const label of unitPath.split(PATH_SEPARATOR)) {
      segments.push(label)
      if (label === '') continue
      const value = segments.join(PATH_SEPARATOR)
      let option = byPath.get(value)
      if (!option) {
        option = { value, label }
        byPath.set(value, option)
        if (parent) (parent.children ??= []).push(option)
        else roots.push(option)
      }
      parent = option
    }
  }
  return roots
}

/** The path that a selection filters by: a building's or unit's; `''` for a period or zone, which do not filter. */
export function filterPath(picked: readonly string[]): string {
  const path = picked.at(-1) ?? ''
  return pathDepth(path) >= MIN_FILTER_DEPTH ? path : ''
}

/** Whether a selection is not deep enough to filter; the screen shows a hint. */
export function isTooShallow(picked: readonly string[]): boolean {
  return picked.length > 0 && filterPath(picked) === ''
}
