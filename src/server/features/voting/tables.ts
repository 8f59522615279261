import type { Generated } from 'kysely'
import type { VOTE_SOURCES } from '#shared/features/notification/contract.ts'
import { kept, personal, type TableOf } from '../../database/columns.ts'

/** A record of a ballot. At most one of a ballot is live (status 0 or 1), whatever happens at the same time. */
export const voteRecordColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  ballot_id: kept<number>(),
  /** 0 marked, 1 voted or tallied, 2 void. */
  status: kept<0 | 1 | 2>(),
  /** `''` if it was not marked. */
  marked_code: kept<string>(),
  /** One character a slot: 0 open, 1, 2, 3; `''` while it is only marked. */
  answers: kept<string>(),
  /** The ballot's area when the record was made. */
  area_hundredths: kept<number>(),
  property_public_id: kept<string>(),
  voter_name: personal('name'),
  voter_phone: personal('phone'),
  voter_id_number: personal('idNumber'),
  source: kept<'mark' | 'desk' | 'tally'>(),
  created_by: kept<number>(),
  created_at: kept<number>(),
  voted_by: kept<number | null>(),
  voted_at: kept<number | null>(),
  voided_by: kept<number | null>(),
  voided_at: kept<number | null>(),
  /** `''` of one that is not void. */
  void_reason: personal('words'),
  /** The office’s computer at which it was last marked, voted or tallied, part of what replay compares; `''` if it did not say its name. */
  desk: kept<string>(),
  /** How the paper came in: a vote source, 1 to 5. */
  channel: kept<(typeof VOTE_SOURCES)[number]>(),
  /** When it came in; null of one that is only marked, and of what older programs wrote. */
  received_at: kept<number | null>(),
  /** Who brought it; `''` if nobody is named. */
  handed_in_by: personal('name'),
  /** 1: entered after the end, by naming when it was received. */
  is_late: kept<0 | 1>(),
  /** The proxy with which an agent voted; `''` if the owner did. */
  proxy_public_id: kept<string>(),
}
export type VoteRecordTable = TableOf<typeof voteRecordColumns>
export interface VotingTables {
  vote_record: VoteRecordTable
}
