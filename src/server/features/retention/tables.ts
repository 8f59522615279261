export interface RetentionTables {
  /** One row at most. */
  retention_setting: {
    id: number
    /** How long after its end an activity's personal data are kept at least; null: nothing is ever erased. */
    years: number | null
    /** 1: something was erased since the data were rewritten (`Database.compact`). */
    is_to_compact: 0 | 1
  }
}
