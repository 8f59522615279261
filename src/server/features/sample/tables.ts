import type { Generated } from 'kysely'
import type { SampleMode, SampleRisk } from '#shared/features/sample/rules.ts'

/** A sample of an activity's votes; none is ever removed but with its activity. */
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
  /** SHA-256 of what it depends on besides, see `basis.ts`. */
  basis: string
  check_code: string
  /** The live votes that the list leaves out, having no paper. */
  without_paper: number
  /** The digits that were thrown; `''` before. */
  digits: string
  /** How many votes were drawn, every vote alike, and by area. */
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
