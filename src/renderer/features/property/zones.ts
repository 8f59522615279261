import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'

/** Whether any property of the estate has a zone, the second segment of its path. */
export function hasZones(places: readonly PlaceNode[]): boolean {
  return places.some(({ path, children }) => (path.split(PATH_SEPARATOR)[1] ?? '') !== '' || hasZones(children))
}
