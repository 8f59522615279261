import type { Property } from '#shared/features/property/contract.ts'
import { NO_OCCUPANCY, type Occupancy } from '#shared/features/property/categories.ts'
import { floorOfRoom } from '#shared/place/place.ts'
import { propertyRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import { versionOf } from '../../kernel/version.ts'
import type { PropertyFields } from './rules.ts'
import type { PropertyTable } from './tables.ts'

/** A property of the registry. */
export interface RegisteredProperty extends PropertyFields {
  /** The public id. */
  readonly id: string
  readonly estateKey: number
}

/** A property in wire form; the floor is derived from the room number if not given. */
export function toProperty(row: Omit<PropertyTable, 'id'>, estateId: string): Property {
  const fields = asFields(propertyRecord, row)
  return { ...fields, id: row.public_id, estateId, floor: fields.floor === '' ? floorOfRoom(fields.room) : fields.floor, version: versionOf(row.updated_at) }
}

/** What the registry knows of a property for a visit; empty if it no longer has it. */
export const doorFactsOf = ({ occupancy, remark }: { readonly occupancy: Occupancy | null; readonly remark: string | null }) => ({
  occupancy: occupancy ?? NO_OCCUPANCY,
  remark: remark ?? '',
})
