import type { Generated } from 'kysely'
import type { AreaSource, PropertyCategory } from '#shared/features/property/categories.ts'
import type { UnitChangesTable } from '../property/tables.ts'

/** A ballot (票权): the right to vote of one owner, of one or several properties of one roster. */
export interface BallotTable {
  id: Generated<number>
  public_id: string
  activity_id: number
  /** Counts up in its activity: what people call the ballot. */
  number: number
  /** The sum of its properties, kept with every merge and split. */
  area_hundredths: number
  /** 1: merged away or emptied; it stays for the records that name it, and counts no more. */
  is_ended: Generated<number>
}

/** A property of an activity's roster (票权清册): a copy, taken when the activity was saved. */
export interface RosterPropertyTable {
  id: Generated<number>
  public_id: string
  activity_id: number
  ballot_id: number
  /** The property's id in the registry. */
  property_public_id: string
  period: string
  zone: string
  building: string
  unit: string
  floor: string
  room: string
  place_key: string
  area_hundredths: number
  owner_name: string
  phone: string
  id_number: string
  /** What makes two properties one owner's; see ownerKey(). null if there is no ID number. */
  owner_key: string | null
  category: PropertyCategory
  area_source: AreaSource
  /** When it was last written; grows with every write. */
  updated_at: number
  /** 32 hexadecimal characters, new whenever the owner's data are written: see `ownerHash`. */
  owner_salt: string
  /** What `ownerHash` made of the owner before they were erased, with whom the salt went; `''` of one who is not. */
  owner_hash: string
}

export interface BallotTables {
  ballot: BallotTable
  roster_property: RosterPropertyTable
  roster_unit_changes: UnitChangesTable & { activity_id: number }
  /** The roster's order, in one narrow table. */
  roster_search: {
    activity_id: number
    place_key: string
    roster_property_id: number
  }
}
