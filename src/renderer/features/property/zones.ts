import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'

/** True if any property of the estate is in a zone: the second segment of a path. */
export function hasZones(places: readonly PlaceNode[]): boolean {
  return places.some(({ path, children }) => (path.split(PATH_SEPARATOR)[1] ?? '') !== '' || hasZones(children))
}
