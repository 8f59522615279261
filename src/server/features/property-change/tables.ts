import type { Generated } from 'kysely'

/** An owner's request to change a property's data. */
export interface PropertyChangeTable {
  id: Generated<number>
  public_id: string
  /** null if the property was removed from the registry. */
  property_id: number | null
  property_public_id: string
  activity_id: number | null
  /** Its property's; null if the estate was removed. */
  estate_id: number | null
  applicant: string
  /** JSON: PropertyState. */
  before_data: string
  /** JSON: PropertyState. */
  after_data: string
  /** Lower-cased text for searching. */
  search_text: string
  /** JSON: paths of stored files. */
  person_pictures: string
  property_pictures: string
  /** 0 pending, 1 approved, 2 rejected. */
  status: 0 | 1 | 2
  comment: string
  created_by: number
  created_at: number
  decided_by: number | null
  decided_at: number | null
  /** JSON: RosterOutcome[]. */
  rosters: string
}
export interface PropertyChangeTables {
  property_change: PropertyChangeTable
}
