import type { Generated } from 'kysely'

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
  created_at: number
  updated_at: number
}

export interface PropertyTables {
  property: PropertyTable
  /** The list's order, in one narrow table. */
  property_search: {
    estate_id: number
    place_key: string
    property_id: number
  }
}
