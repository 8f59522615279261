import type { ColumnTypes } from '../dialect.ts'

/** How many pictures and documents the last check of the journal found altered or missing. */
export const fileFaults = ({ integer }: ColumnTypes): readonly string[] => [`alter table audit_check add column file_fault_count ${integer} not null default 0`]
