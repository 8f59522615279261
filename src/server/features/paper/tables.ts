import type { Generated } from 'kysely'
import type { PaperState } from '#shared/features/paper/rules.ts'

/** A ballot paper (选票). At most one of a ballot is not spoiled; a code is never given twice in an activity. */
export interface BallotPaperTable {
  id: Generated<number>
  activity_id: number
  ballot_id: number
  /** By which it is printed, scanned and tallied. */
  code: string
  /** 0 printed, 1 handed out, 2 received, 3 spoiled. */
  status: PaperState
  /** The ballot's first property in reading order when it was issued, by its id in the registry. */
  property_public_id: string
  issued_by: number
  issued_at: number
  out_by: number | null
  out_at: number | null
  received_by: number | null
  /** When it came in, which may be told later. */
  received_at: number | null
  spoiled_by: number | null
  spoiled_at: number | null
  /** `''` of one that is not spoiled. */
  spoil_reason: string
  /** The code of the paper that took its place; `''` if none did. */
  new_code: string
}

/** How an activity's ballots are laid out: what their first issue froze. Kept as long as the activity, for reading scans; nothing personal is in it. */
export interface BallotLayoutTable {
  activity_id: number
  /** What the QR codes name it by: the first signs of its SHA-256. */
  layout_id: string
  /** JSON: a `BallotLayout`. */
  layout: string
  frozen_at: number
}
export interface PaperTables {
  ballot_layout: BallotLayoutTable
  ballot_paper: BallotPaperTable
}
