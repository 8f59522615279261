import type { Generated } from 'kysely'
import type { Property } from '#shared/features/property/contract.ts'
import type { propertyRecord } from '#shared/records/property.ts'
import type { RowOf } from '#shared/records/record.ts'

/** A property of the registry (房产), copied to rosters. */
export interface PropertyTable extends RowOf<typeof propertyRecord, Property> {
  id: Generated<number>
  public_id: string
  estate_id: number
  /** Sort key for reading order; see placeKey(). */
  place_key: string
  /** Groups properties into one right; see ownerKey(). */
  owner_key: string | null
  created_at: number
  /** Last write; strictly increasing. */
  updated_at: number
}

/** Version of an estate's or an activity's searchable data, raised by triggers (migrations/search-versions.ts). */
export interface SearchVersionTable {
  scope: 'registry' | 'roster'
  /** The estate's or the activity's key. */
  owner_id: number
  version: number
}

export interface PropertyTables {
  property: PropertyTable
  search_version: SearchVersionTable
}
