import { naturalKey } from '../text/naturalOrder.ts'
import { PATH_SEPARATOR } from './placeText.ts'

/** Location of a property. `zone`, `unit` and `floor` may be `''`. */
export interface Place {
  readonly period: string
  readonly zone: string
  readonly building: string
  readonly unit: string
  readonly room: string
}

/** The non-empty parts joined by `-`: `一期-3栋-1单元-1201` (`wire.md` section 3). */
export function placeInWords({ period, zone, building, unit, room }: Place): string {
  return [period, zone, building, unit, room].filter((part) => part !== '').join('-')
}

/** The path of a property's unit: always four segments, including empty ones: `一期▶▶3栋▶1单元`. */
export function unitPath({ period, zone, building, unit }: Omit<Place, 'room'>): string {
  return [period, zone, building, unit].join(PATH_SEPARATOR)
}

/** A path's depth: its number of ▶. 2 is a building, 3 a unit. */
export function pathDepth(path: string): number {
  return path.split(PATH_SEPARATOR).length - 1
}

/** Sort key of properties in an estate: part by part, each in natural order. */
export function placeKey({ period, zone, building, unit, room }: Place): string {
  return [period, zone, building, unit, room].map(naturalKey).join('\u0001')
}

/** {@link placeKey} for consecutive places: most are in the same unit as the previous one, whose part is reused. */
export function createPlaceKeys(): (place: Place) => string {
  let unit: Omit<Place, 'room'> | null = null
  let unitKey = ''
  return (place) => {
    const { period, zone, building, unit: name } = place
    if (unit === null || unit.unit !== name || unit.building !== building || unit.zone !== zone || unit.period !== period) {
      unit = place
      unitKey = placeKey({ ...place, room: '' })
    }
    return unitKey + naturalKey(place.room)
  }
}

/** Floor from a room number: all but its last two digits (`1201` is on 12); `''` if it has none, such as `B1-023`: there is no floor 0. */
export function floorOfRoom(room: string): string {
  const digits = /(\d{3,})\D*$/.exec(room)?.[1]
  const floor = Number(digits?.slice(0, -2) ?? 0)
  return floor === 0 ? '' : String(floor)
}
