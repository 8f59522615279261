import type { Generated } from 'kysely'

/** A dismissed check-up finding, of an estate or of an activity's roster. */
export interface CheckupDismissalTable {
  id: Generated<number>
  public_id: string
  /** One of the two is null. */
  estate_id: number | null
  activity_id: number | null
  finding_id: string
  /** JSON: the properties' registry ids, so that it is deleted when one of them is erased. */
  houses: string
  reason: string
  created_by: number
  created_at: number
  /** null: in force. A reversed one is kept, like its journal entry, until its properties are erased. */
  taken_back_at: number | null
}
export interface CheckupTables {
  checkup_dismissal: CheckupDismissalTable
}
