import type { Generated } from 'kysely'
import type { Property } from '#shared/features/property/contract.ts'
import type { propertyRecord } from '#shared/records/property.ts'
import type { RowOf } from '#shared/records/record.ts'

/** A property of the registry (房产); rosters have copies of it. */
export interface PropertyTable extends RowOf<typeof propertyRecord, Property> {
  id: Generated<number>
  public_id: string
  estate_id: number
  /** The order in which people read places; see placeKey(). */
  place_key: string
  /** What makes two properties one right; see ownerKey(). */
  owner_key: string | null
  created_at: number
  /** When it was last written; grows with every write. */
  updated_at: number
}

/** The version of what is searched of an estate or an activity, raised by triggers (migrations/search-versions.ts). */
export interface SearchVersionTable {
  scope: 'registry' | 'roster'
  /** The estate's or the activity's. */
  owner_id: number
  version: number
}

export interface PropertyTables {
  property: PropertyTable
  search_version: SearchVersionTable
}
