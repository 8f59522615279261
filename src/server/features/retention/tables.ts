export interface RetentionTables {
  /** At most one row. */
  retention_setting: {
    id: number
    /** How long after its end an activity's personal data are kept at least; null: nothing may be erased. */
    years: number | null
    /** 1 = something was erased since the last compaction (`Database.compact`). */
    is_to_compact: 0 | 1
  }
}
