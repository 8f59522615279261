import type { ColumnTypes } from '../dialect.ts'

/** The last check of the whole journal: when, by whom and what it found; see audit/tables.ts. */
export const journalCheck = ({ integer, text, strict }: ColumnTypes): readonly string[] => [
  // One row at most; none if it was never checked.
  `create table audit_check (
    id ${integer} primary key check (id = 1), checked_at ${integer} not null, username ${text} not null,
    entry_count ${integer} not null, broken_at ${integer}
  )${strict}`,
]
