import { invalid } from '#shared/contract/envelope.ts'
import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { joinMany, ownerKey, PATH_SEPARATOR, placeKey, propertyMessages, splitMany, type Place } from '#shared/features/property/rules.ts'
import type { PropertyTable } from './tables.ts'

/** A property as a form or a workbook gives it. */
export interface PropertyFields extends Place {
  readonly floor: string
  readonly areaHundredths: number
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/** The columns that the registry and every copy of it keep of a house. */
export type HouseColumns = Pick<
  PropertyTable,
  'period' | 'zone' | 'building' | 'unit' | 'floor' | 'room' | 'place_key' | 'area_hundredths' | 'owner_name' | 'phone' | 'id_number'
>

export function houseColumns(fields: PropertyFields): HouseColumns {
  const { period, zone, building, unit, floor, room, areaHundredths, ownerName, phone, idNumber } = fields
  return {
    period,
    zone,
    building,
    unit,
    floor,
    room,
    place_key: placeKey(fields),
    area_hundredths: areaHundredths,
    owner_name: ownerName,
    phone,
    id_number: idNumber,
  }
}

/** The registry's columns that follow from a property's fields. */
export function toColumns(fields: PropertyFields): HouseColumns & Pick<PropertyTable, 'owner_key'> {
  return { ...houseColumns(fields), owner_key: ownerKey(fields.ownerName, fields.idNumber) }
}

export function fromColumns(row: HouseColumns): PropertyFields {
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
  }
}

/**
 * Owners, phones and ID numbers with one separator, and as many of each; an ID number may be missing altogether.
 *
 * @throws Refusal 400 when their numbers differ
 */
export function withOwners<T extends Pick<PropertyFields, 'ownerName' | 'phone' | 'idNumber'>>(fields: T): T {
  const cleaned = { ...fields, ownerName: joinMany(fields.ownerName), phone: joinMany(fields.phone), idNumber: joinMany(fields.idNumber) }
  const [owners, phones, idNumbers] = [cleaned.ownerName, cleaned.phone, cleaned.idNumber].map((field) => splitMany(field).length)
  if (owners !== phones) throw invalid('mobileno', propertyMessages.countsDiffer)
  if (idNumbers !== 0 && idNumbers !== owners) throw invalid('idno', propertyMessages.countsDiffer)
  return cleaned
}

/** The fields of a change that were sent at all. */
export function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: Exclude<T[K], undefined | null>
  }
}

/** A place's identity in its estate, or in a roster. */
export const placeIdentity = ({ period, zone, building, unit, room }: Place): string => [period, zone, building, unit, room].join('\u0001')

interface UnitOfHouses extends Omit<Place, 'room'> {
  readonly houseCount: number
}
type CountedNode = Omit<PlaceNode, 'houseCount' | 'children'> & { houseCount?: number; readonly children: CountedNode[] }

/**
 * The tree of an estate's places down to units.
 *
 * `units` comes in reading order; an empty level is left out of sight but kept in the path (`wire.md` section 3).
 */
export function placeTree(units: readonly UnitOfHouses[], withCounts = false): PlaceNode[] {
  const roots: CountedNode[] = []
  const byPath = new Map<string, CountedNode>()
  for (const { period, zone, building, unit, houseCount } of units) {
    let siblings = roots
    const segments: string[] = []
    for (const label of [period, zone, building, unit]) {
      segments.push(label)
      if (label === '') continue
      const path = segments.join(PATH_SEPARATOR)
      let node = byPath.get(path)
      if (!node) {
        node = withCounts ? { path, label, houseCount: 0, children: [] } : { path, label, children: [] }
        byPath.set(path, node)
        siblings.push(node)
      }
      if (node.houseCount !== undefined) node.houseCount += houseCount
      siblings = node.children
    }
  }
  return roots
}
