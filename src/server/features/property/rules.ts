import type { Property } from '#shared/features/property/contract.ts'
import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { placeKey, type Place } from '#shared/place/place.ts'
import { hasPhoneEach, idNumbers, isOneEach, ownerKey, ownerNames, phoneNumbers, splitMany } from '#shared/owner/owners.ts'
import { copiedFieldNames, copiedRecord, propertyFieldNames, propertyRecord, type CopiedField, type PropertyField } from '#shared/records/property.ts'
import { asColumns } from '#shared/records/record.ts'
import type { PropertyTable } from './tables.ts'

/** A property as entered in a form or a workbook. */
export type PropertyFields = Readonly<Pick<Property, PropertyField>>

/** The fields copied to a roster. */
export type RosterPropertyFields = Pick<PropertyFields, CopiedField>

const keyColumns = ['place_key', 'owner_key'] as const
/** The registry's columns of a property, and those of them that every roster copies. */
export const registryColumns = [...propertyFieldNames.map((name) => propertyRecord[name].column), ...keyColumns] as const
export const copiedColumns = [...copiedFieldNames.map((name) => copiedRecord[name].column), ...keyColumns] as const
type PropertyColumns = Pick<PropertyTable, (typeof registryColumns)[number]>
type RosterColumns = Pick<PropertyTable, (typeof copiedColumns)[number]>
type KeyOf = (place: Place) => string

const keysOf = (fields: RosterPropertyFields, keyOf: KeyOf) => ({ place_key: keyOf(fields), owner_key: ownerKey(fields.ownerName, fields.idNumber) })

/**
 * A property's fields as columns of the registry, with its sort key and owner key.
 *
 * Stored unchanged: the caller has normalised them. The area is in 0.01 m²; the owner key is null without an ID number.
 *
 * @param keyOf returns the same keys as `placeKey`; that of `createPlaceKeys` is faster for many properties in a row
 */
export function propertyColumns(fields: PropertyFields, keyOf: KeyOf = placeKey): PropertyColumns {
  return { ...asColumns(propertyRecord, fields), ...keysOf(fields, keyOf) }
}
/** The same as columns of a roster. */
export const rosterColumns = (fields: RosterPropertyFields): RosterColumns => ({ ...asColumns(copiedRecord, fields), ...keysOf(fields, placeKey) })

/** Normalises owners, phones and ID numbers. */
export function normalOwners<T extends Pick<PropertyFields, 'ownerName' | 'phone' | 'idNumber'>>(fields: T): T {
  return { ...fields, ownerName: ownerNames(fields.ownerName), phone: phoneNumbers(fields.phone), idNumber: idNumbers(fields.idNumber) }
}

/** Wire name of the field without a value for each owner; null if all match. Extra phones, or no ID number at all, are allowed. */
export function miscountedField({ ownerName, phone, idNumber }: Pick<PropertyFields, 'ownerName' | 'phone' | 'idNumber'>): 'mobileno' | 'idno' | null {
  if (!hasPhoneEach(ownerName, phone)) return 'mobileno'
  return splitMany(idNumber).length > 0 && !isOneEach(ownerName, idNumber) ? 'idno' : null
}

/** The fields present in a change. */
export function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: Exclude<T[K], undefined | null>
  }
}

/** A place's unique key within its estate or roster. */
export const placeIdentity = ({ period, zone, building, unit, room }: Place): string => [period, zone, building, unit, room].join('\u0001')

interface UnitOfProperties extends Omit<Place, 'room'> {
  readonly propertyCount: number
}
type CountedNode = Omit<PlaceNode, 'propertyCount' | 'children'> & { propertyCount?: number; readonly children: CountedNode[] }

/**
 * The tree of an estate's places down to units.
 *
 * `units` is in reading order; an empty level is hidden but kept in the path (`wire.md` section 3).
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
