export interface AuditTables {
  audit_entry: {
    /** Counts up from 1 without a gap. */
    number: number
    at: number
    user_id: number
    username: string
    nick_name: string
    address: string
    /** The endpoint's dotted name. */
    action: string
    /** The public id of what was changed. */
    subject: string
    /** JSON. */
    before_data: string
    /** JSON. */
    after_data: string
    previous_hash: string
    hash: string
  }
}
