/** 文书信息 of an activity; `''` for empty fields. */
export interface LetterheadTable {
  activity_id: number
  convener: string
  contact_name: string
  contact_phone: string
  venue: string
  paper_number: string
  supervisors: string
  updated_at: number
}
export interface DocumentTables {
  letterhead: LetterheadTable
}
