import type { Generated } from 'kysely'
import type { AreaSource, PropertyCategory } from '#shared/features/property/categories.ts'

/** A property of the registry (房产); rosters have copies of it. */
export interface PropertyTable {
  id: Generated<number>
  public_id: string
  estate_id: number
  period: string
  zone: string
  building: string
  unit: string
  floor: string
  room: string
  /** The order in which people read places; see placeKey(). */
  place_key: string
  area_hundredths: number
  owner_name: string
  phone: string
  id_number: string
  /** What makes two properties one right; see ownerKey(). */
  owner_key: string | null
  category: PropertyCategory
  area_source: AreaSource
  created_at: number
  /** When it was last written; grows with every write. */
  updated_at: number
}

/** How often a unit's properties have changed, counted by triggers on their table (migrations/unit-changes.ts); only ever grows. */
export interface UnitChangesTable {
  period: string
  zone: string
  building: string
  unit: string
  changes: number
}

export interface PropertyTables {
  property: PropertyTable
  registry_unit_changes: UnitChangesTable & { estate_id: number }
}
