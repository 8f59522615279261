import type { Generated } from 'kysely'
import type { SampleMode, SampleRisk } from '#shared/features/sample/rules.ts'

/** A sample of an activity's votes; only removed together with its activity. */
export interface SampleTable {
  id: Generated<number>
  public_id: string
  activity_id: number
  mode: SampleMode
  risk: SampleRisk
  /** The frozen list, see `frozenList.ts`. */
  list: string
  /** SHA-256 of the list. */
  digest: string
  /** SHA-256 of everything else it depends on, see `basisOf`. */
  basis: string
  check_code: string
  /** Number of live votes left out of the list for lack of a paper. */
  without_paper: number
  /** The digits thrown; `''` before. */
  digits: string
  /** Number of votes drawn with equal probability, and by area. */
  drawn_heads: number
  drawn_area: number
  opened_by: number
  opened_at: number
  seeded_by: number | null
  seeded_at: number | null
  closed_by: number | null
  closed_at: number | null
  close_reason: string
}
export interface SampleTables {
  sample: SampleTable
}
