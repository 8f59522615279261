import type { Generated } from 'kysely'
import type { Property } from '#shared/features/property/contract.ts'
import { copiedRecord } from '#shared/records/property.ts'
import { columnsOf, kept, personal, type TableOf } from '../../database/columns.ts'

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
export const rosterPropertyColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  ballot_id: kept<number>(),
  /** The property's id in the registry. */
  property_public_id: kept<string>(),
  ...columnsOf<typeof copiedRecord, Property>(copiedRecord),
  place_key: kept<string>(),
  /** What makes two properties one owner's; see ownerKey(). null if there is no ID number. */
  owner_key: personal<string | null>('key'),
  /** When it was last written; grows with every write. */
  updated_at: kept<number>(),
  /** 32 hexadecimal characters, new whenever the owner's data are written: see `ownerHash`. */
  owner_salt: personal('text'),
  /** What `ownerHash` made of the owner before they were erased, with whom the salt went; `''` of one who is not. */
  owner_hash: kept<string>(),
}
export type RosterPropertyTable = TableOf<typeof rosterPropertyColumns>

export interface BallotTables {
  ballot: BallotTable
  roster_property: RosterPropertyTable
}
