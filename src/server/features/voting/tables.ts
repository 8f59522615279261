import type { Generated } from 'kysely'
import type { ValuesOf } from '#shared/records/record.ts'
import { voteRecord } from '#shared/records/voteRecord.ts'
import { columnsOf, kept, type TableOf } from '../../database/columns.ts'

/** A ballot's record. At most one per ballot is live (status 0 or 1), enforced under concurrency. */
export const voteRecordColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  ballot_id: kept<number>(),
  ...columnsOf<typeof voteRecord, ValuesOf<typeof voteRecord>>(voteRecord),
}
export type VoteRecordTable = TableOf<typeof voteRecordColumns>
export interface VotingTables {
  vote_record: VoteRecordTable
}
