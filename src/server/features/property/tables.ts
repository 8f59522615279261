import type { Generated } from 'kysely'
import type { Property } from '#shared/features/property/contract.ts'
import { propertyFieldNames, propertyRecord, type PropertyField } from '#shared/records/property.ts'
import type { Column, TableOf } from '../../database/columns.ts'

type RecordColumns = { readonly [Field in PropertyField as (typeof propertyRecord)[Field]['column']]: Column<Property[Field]> }
/** The columns of a property's fields, in the registry and in every roster. */
export const recordColumns = Object.fromEntries(
  propertyFieldNames.map((name) => {
    const { column, kind } = propertyRecord[name]
    return [column, { kind: kind === 'text' ? 'kept' : kind } satisfies Column]
  }),
) as RecordColumns // of all fields

/** A property of the registry (房产); rosters have copies of it. */
export interface PropertyTable extends TableOf<RecordColumns> {
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
