import type { Generated } from 'kysely'
import type { VOTE_SOURCES } from '#shared/features/notification/contract.ts'

/** A record of a ballot. At most one of a ballot is live (status 0 or 1), whatever happens at the same time. */
export interface VoteRecordTable {
  id: Generated<number>
  public_id: string
  activity_id: number
  ballot_id: number
  /** 0 marked, 1 voted or tallied, 2 void. */
  status: 0 | 1 | 2
  /** `''` if it was not marked. */
  marked_code: string
  /** One character a slot: 0 open, 1, 2, 3; `''` while it is only marked. */
  answers: string
  /** The ballot's area when the record was made. */
  area_hundredths: number
  property_public_id: string
  voter_name: string
  voter_phone: string
  voter_id_number: string
  source: 'mark' | 'desk' | 'tally'
  created_by: number
  created_at: number
  voted_by: number | null
  voted_at: number | null
  voided_by: number | null
  voided_at: number | null
  /** `''` of one that is not void. */
  void_reason: string
  /** The computer at which it was last marked, voted or tallied; `''` if it did not say its name. */
  desk: string
  /** How the paper came in: a vote source, 1 to 5. */
  channel: (typeof VOTE_SOURCES)[number]
  /** When it came in; null of one that is only marked, and of what older programs wrote. */
  received_at: number | null
  /** Who brought it; `''` if nobody is named. */
  handed_in_by: string
  /** 1: entered after the end, by naming when it was received. */
  is_late: 0 | 1
  /** The proxy with which an agent voted; `''` if the owner did. */
  proxy_public_id: string
}
export interface VotingTables {
  vote_record: VoteRecordTable
}
