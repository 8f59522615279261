import type { ColumnTypes } from '../dialect.ts'

/** What the last check found besides the chain: differences between the tables and the journal, and faults of checkpoints. */
export const journalCheckFaults = ({ integer }: ColumnTypes): readonly string[] => [
  `alter table audit_check add column fault_count ${integer} not null default 0`,
]
