import type { Generated } from 'kysely'
import type { PaperState } from '#shared/features/paper/rules.ts'
import { kept, personal, type TableOf } from '../../database/columns.ts'

/** A ballot paper (选票). At most one per ballot is not spoiled; a code is never reused in an activity. */
export const paperColumns = {
  id: kept<Generated<number>>(),
  activity_id: kept<number>(),
  ballot_id: kept<number>(),
  /** The code printed, scanned and tallied. */
  code: kept<string>(),
  /** 0 printed, 1 handed out, 2 received, 3 spoiled. */
  status: kept<PaperState>(),
  /** The ballot's first property in reading order at the time of issue, by registry id. */
  property_public_id: kept<string>(),
  issued_by: kept<number>(),
  issued_at: kept<number>(),
  out_by: kept<number | null>(),
  out_at: kept<number | null>(),
  received_by: kept<number | null>(),
  /** When it was received; may be entered later. */
  received_at: kept<number | null>(),
  spoiled_by: kept<number | null>(),
  spoiled_at: kept<number | null>(),
  /** `''` unless spoiled. */
  spoil_reason: personal('words'),
  /** The code of the paper that replaced it; `''` if none. */
  new_code: kept<string>(),
}
export type BallotPaperTable = TableOf<typeof paperColumns>

/**
 * The layout of an activity's ballot papers, frozen at their first issue. Kept as long as the activity, for reading scans;
 * contains no personal data.
 */
export interface BallotLayoutTable {
  activity_id: number
  /** The id in QR codes: a prefix of its SHA-256. */
  layout_id: string
  /** JSON: a `BallotLayout`. */
  layout: string
  frozen_at: number
}
export interface PaperTables {
  ballot_layout: BallotLayoutTable
  ballot_paper: BallotPaperTable
}
