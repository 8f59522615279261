import type { Property } from '#shared/features/property/contract.ts'
import { NO_OCCUPANCY, type Occupancy } from '#shared/features/property/categories.ts'
import { floorOfRoom } from '#shared/place/place.ts'
import { propertyRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import { versionOf } from '../../kernel/version.ts'
import type { PropertyFields } from './rules.ts'
import type { PropertyTable } from './tables.ts'

/** A property as the registry has it. */
export interface RegisteredProperty extends PropertyFields {
  /** The public id. */
  readonly id: string
  readonly estateKey: number
}

/** A property as the wire has it; its floor is read from its number where none is given. */
export function toProperty(row: Omit<PropertyTable, 'id'>, estateId: string): Property {
  const fields = asFields(propertyRecord, row)
  return { ...fields, id: row.public_id, estateId, floor: fields.floor === '' ? floorOfRoom(fields.room) : fields.floor, version: versionOf(row.updated_at) }
}

/** What the registry knows of a property at its door: nothing of one that it does not have any more. */
export const doorFactsOf = ({ occupancy, remark }: { readonly occupancy: Occupancy | null; readonly remark: string | null }) => ({
  occupancy: occupancy ?? NO_OCCUPANCY,
  remark: remark ?? '',
})
