import type { Generated } from 'kysely'

/** A finding of a check-up that somebody has put aside, of an estate or of an activity's roster. */
export interface CheckupDismissalTable {
  id: Generated<number>
  public_id: string
  /** One of the two is null. */
  estate_id: number | null
  activity_id: number | null
  finding_id: string
  /** JSON: the registry's ids of the properties, so that it goes when one of them is erased. */
  houses: string
  reason: string
  created_by: number
  created_at: number
  /** null: it holds. One that was taken back stays, as its entry in the journal does, until its properties are erased. */
  taken_back_at: number | null
}
export interface CheckupTables {
  checkup_dismissal: CheckupDismissalTable
}
