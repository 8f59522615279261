import type { Generated } from 'kysely'

/** An estate (小区), with its division's name as it was when the row was written. */
export interface EstateTable {
  id: Generated<number>
  public_id: string
  name: string
  address: string
  /** The divisions' names joined, from the province down. */
  division_name: string
  province_code: string
  city_code: string
  area_code: string
  subdistrict_code: string
  community_code: string
  created_by: number
  created_at: number
  /** When it was last written; grows with every write. */
  updated_at: number
}
export interface EstateTables {
  estate: EstateTable
}
