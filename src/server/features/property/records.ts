import type { Property } from '#shared/features/property/contract.ts'
import { floorOfRoom } from '#shared/place/place.ts'
import { versionOf } from '../../kernel/version.ts'
import { fromColumns, type PropertyFields } from './rules.ts'
import type { PropertyTable } from './tables.ts'

/** A property as the registry has it. */
export interface RegisteredProperty extends PropertyFields {
  /** The public id. */
  readonly id: string
  readonly estateKey: number
}

/** A property as the wire has it; its floor is read from its number where none is given. */
export function toProperty(row: Omit<PropertyTable, 'id'>, estateId: string): Property {
  const fields = fromColumns(row)
  return { ...fields, id: row.public_id, estateId, floor: fields.floor === '' ? floorOfRoom(fields.room) : fields.floor, version: versionOf(row.updated_at) }
}
