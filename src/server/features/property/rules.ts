import type { AreaSource, PropertyCategory } from '#shared/features/property/categories.ts'
import type { UnsettledReason } from '#shared/features/property/contract.ts'
import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { PATH_SEPARATOR, placeFault, placeText } from '#shared/place/placeText.ts'
import { placeKey, type Place } from '#shared/place/place.ts'
import { hasPhoneEach, idNumbers, isOneEach, ownerKey, ownerNames, phoneNumbers, splitMany } from '#shared/owner/owners.ts'
import type { PropertyTable } from './tables.ts'

/** A property as a form or a workbook gives it. */
export interface PropertyFields extends Place {
  readonly floor: string
  readonly areaHundredths: number
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
  readonly category: PropertyCategory
  readonly areaSource: AreaSource
}

/** The columns that the registry and every roster keep of a property. */
export const copiedColumns = [
  'period',
  'zone',
  'building',
  'unit',
  'floor',
  'room',
  'place_key',
  'area_hundredths',
  'owner_name',
  'phone',
  'id_number',
  'owner_key',
  'category',
  'area_source',
] as const satisfies readonly (keyof PropertyTable)[]
export type PropertyColumns = Pick<PropertyTable, (typeof copiedColumns)[number]>

/**
 * A property's fields as columns of the registry or of a roster, with what its place sorts by and its owner's key.
 *
 * They are stored as they are given: the caller has normalised them. The area is in 0.01 m²; the owner's key is null where
 * there is no ID number.
 *
 * @param keyOf gives the same keys as `placeKey`: for many properties in a row that of `createPlaceKeys` is quicker
 */
export function propertyColumns(fields: PropertyFields, keyOf: (place: Place) => string = placeKey): PropertyColumns {
  const { period, zone, building, unit, floor, room, areaHundredths, ownerName, phone, idNumber, category, areaSource } = fields
  return {
    period,
    zone,
    building,
    unit,
    floor,
    room,
    place_key: keyOf(fields),
    area_hundredths: areaHundredths,
    owner_name: ownerName,
    phone,
    id_number: idNumber,
    owner_key: ownerKey(ownerName, idNumber),
    category,
    area_source: areaSource,
  }
}

/** A property's fields out of its columns, as `propertyColumns` writes them; the area is in 0.01 m². */
export function fromColumns(row: Omit<PropertyColumns, 'owner_key'>): PropertyFields {
  return {
    period: row.period,
    zone: row.zone,
    building: row.building,
    unit: row.unit,
    floor: row.floor,
    room: row.room,
    areaHundredths: row.area_hundredths,
    ownerName: row.owner_name,
    phone: row.phone,
    idNumber: row.id_number,
    category: row.category,
    areaSource: row.area_source,
  }
}

/** Owners, phones and ID numbers as they are stored. */
export function normalOwners<T extends Pick<PropertyFields, 'ownerName' | 'phone' | 'idNumber'>>(fields: T): T {
  return { ...fields, ownerName: ownerNames(fields.ownerName), phone: phoneNumbers(fields.phone), idNumber: idNumbers(fields.idNumber) }
}

/** The field, by its name on the wire, that does not hold one for each owner; null if all do. There may be more phones, and no ID number at all. */
export function miscountedField({ ownerName, phone, idNumber }: Pick<PropertyFields, 'ownerName' | 'phone' | 'idNumber'>): 'mobileno' | 'idno' | null {
  if (!hasPhoneEach(ownerName, phone)) return 'mobileno'
  return splitMany(idNumber).length > 0 && !isOneEach(ownerName, idNumber) ? 'idno' : null
}

const placeParts = ['period', 'zone', 'building', 'unit', 'room'] as const

/**
 * A property's fields after a change, the owners as they were written.
 *
 * A place that is stored from before places were normalised may stay as it is while no part of it becomes another, so that
 * the rest of the property can be changed; a place that changes is normalised as a whole.
 *
 * @param mayStay the present place cannot be normalised: another property has that place
 */
export function changed(before: PropertyFields, change: Partial<PropertyFields>, mayStay: boolean): PropertyFields {
  const after = { ...before, ...change }
  const isSamePlace = placeIdentity(normalPlace(after)) === placeIdentity(normalPlace(before))
  return { ...after, ...(isSamePlace && mayStay ? placeOf(before) : normalPlace(after)) }
}

const placeOf = ({ period, zone, building, unit, room }: Place): Place => ({ period, zone, building, unit, room })

/** The fields of a change that were sent at all. */
export function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: Exclude<T[K], undefined | null>
  }
}

/** A place's identity in its estate, or in a roster. */
export const placeIdentity = ({ period, zone, building, unit, room }: Place): string => [period, zone, building, unit, room].join('\u0001')

/** The place as it is stored from now on. */
export function normalPlace(place: Place): Place {
  return {
    period: placeText(place.period),
    zone: placeText(place.zone),
    building: placeText(place.building),
    unit: placeText(place.unit),
    room: placeText(place.room),
  }
}

/** Whether somebody has to decide on a stored place, and why; null for one that is as places are stored. */
export function unsettledReason(place: Place): UnsettledReason | null {
  const normal = normalPlace(place)
  if (placeParts.some((part) => placeFault(part, normal[part]) !== null)) return 'separator'
  return placeParts.every((part) => normal[part] === place[part]) ? null : 'collides'
}

/** Properties that somebody has to decide on by the place that they would have, in reading order of those. */
export function byNormalPlace<H extends Place>(
  properties: readonly H[],
): { readonly place: Place; readonly reason: UnsettledReason; readonly properties: H[] }[] {
  const groups = Map.groupBy(properties, (property) => placeIdentity(normalPlace(property)))
  return [...groups.values()]
    .flatMap((group) => {
      const reason = group.map(unsettledReason).find((each) => each !== null)
      return group[0] && reason ? [{ place: normalPlace(group[0]), reason, properties: group }] : []
    })
    .toSorted((one, other) => (placeKey(one.place) < placeKey(other.place) ? -1 : 1))
}

interface UnitOfProperties extends Omit<Place, 'room'> {
  readonly propertyCount: number
}
type CountedNode = Omit<PlaceNode, 'propertyCount' | 'children'> & { propertyCount?: number; readonly children: CountedNode[] }

/**
 * The tree of an estate's places down to units.
 *
 * `units` comes in reading order; an empty level is left out of sight but kept in the path (`wire.md` section 3).
 */
export function placeTree(units: readonly UnitOfProperties[], withCounts = false): PlaceNode[] {
  const roots: CountedNode[] = []
  const byPath = new Map<string, CountedNode>()
  for (const { period, zone, building, unit, propertyCount } of units) {
    let siblings = roots
    const segments: string[] = []
    for (const label of [period, zone, building, unit]) {
      segments.push(label)
      if (label === '') continue
      const path = segments.join(PATH_SEPARATOR)
      let node = byPath.get(path)
      if (!node) {
        node = withCounts ? { path, label, propertyCount: 0, children: [] } : { path, label, children: [] }
        byPath.set(path, node)
        siblings.push(node)
      }
      if (node.propertyCount !== undefined) node.propertyCount += propertyCount
      siblings = node.children
    }
  }
  return roots
}
