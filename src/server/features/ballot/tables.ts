import type { Generated } from 'kysely'
import type { Property } from '#shared/features/property/contract.ts'
import { copiedRecord } from '#shared/records/property.ts'
import { columnsOf, kept, personal, type TableOf } from '../../database/columns.ts'

/** A ballot (票权): the right to vote of one owner, of one or several properties of one roster. */
export interface BallotTable {
  id: Generated<number>
  public_id: string
  activity_id: number
  /** Ascending in its activity: the ballot's displayed number. */
  number: number
  /** Sum of its properties, updated with every merge and split. */
  area_hundredths: number
  /** 1 = merged away or emptied; kept for the records that refer to it, and no longer counts. */
  is_ended: Generated<number>
}

/** A property of an activity's roster (票权清册): a copy made when the activity was saved. */
export const rosterPropertyColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  ballot_id: kept<number>(),
  /** The property's id in the registry. */
  property_public_id: kept<string>(),
  ...columnsOf<typeof copiedRecord, Property>(copiedRecord),
  place_key: kept<string>(),
  /** Identifies one owner's properties; see ownerKey(). null without an ID number. */
  owner_key: personal<string | null>('key'),
  /** Last write; strictly increasing. */
  updated_at: kept<number>(),
  /** 32 hexadecimal characters, renewed whenever the owner's data are written: see `ownerHash`. */
  owner_salt: personal('text'),
  /** The `ownerHash` of an erased owner, computed before the salt was erased too; `''` if not erased. */
  owner_hash: kept<string>(),
}
export type RosterPropertyTable = TableOf<typeof rosterPropertyColumns>

export interface BallotTables {
  ballot: BallotTable
  roster_property: RosterPropertyTable
}
