import type { Generated } from 'kysely'
import type { PaperState } from '#shared/features/paper/rules.ts'
import { kept, personal, type TableOf } from '../../database/columns.ts'

/** A ballot paper (选票). At most one of a ballot is not spoiled; a code is never given twice in an activity. */
export const paperColumns = {
  id: kept<Generated<number>>(),
  activity_id: kept<number>(),
  ballot_id: kept<number>(),
  /** By which it is printed, scanned and tallied. */
  code: kept<string>(),
  /** 0 printed, 1 handed out, 2 received, 3 spoiled. */
  status: kept<PaperState>(),
  /** The ballot's first property in reading order when it was issued, by its id in the registry. */
  property_public_id: kept<string>(),
  issued_by: kept<number>(),
  issued_at: kept<number>(),
  out_by: kept<number | null>(),
  out_at: kept<number | null>(),
  received_by: kept<number | null>(),
  /** When it came in, which may be told later. */
  received_at: kept<number | null>(),
  spoiled_by: kept<number | null>(),
  spoiled_at: kept<number | null>(),
  /** `''` of one that is not spoiled. */
  spoil_reason: personal('words'),
  /** The code of the paper that took its place; `''` if none did. */
  new_code: kept<string>(),
}
export type BallotPaperTable = TableOf<typeof paperColumns>

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
