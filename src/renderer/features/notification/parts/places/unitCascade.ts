import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { pathDepth } from '#shared/place/place.ts'

/** A period, zone, building or unit of the cascade, in antd's names; `value` is its path. */
export interface PlaceOption {
  value: string
  label: string
  children?: PlaceOption[]
}

/** The least depth of a pick that filters: the third level, a building (`console.md` section 9). */
const MIN_FILTER_DEPTH = 2

/**
 * The cascade out of the activity's unit paths, which come in reading order.
 *
 * An empty level is left out of sight but kept in the paths (`wire.md` section 3).
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

/** The path by which a pick filters: that of a building or a unit; `''` for a period or a zone, which filter nothing. */
export function filterPath(picked: readonly string[]): string {
  const path = picked.at(-1) ?? ''
  return pathDepth(path) >= MIN_FILTER_DEPTH ? path : ''
}

/** True for a pick that is not deep enough to filter: the screen says so. */
export function isTooShallow(picked: readonly string[]): boolean {
  return picked.length > 0 && filterPath(picked) === ''
}
