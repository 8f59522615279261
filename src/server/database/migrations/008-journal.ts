import type { ColumnTypes } from '../dialect.ts'
import { summariseJournal } from './journal-summaries.ts'
import type { MigrationStep } from './step.ts'

/**
 * Entries whose rows are in parts, and what the journal's list shows of an entry: see audit/tables.ts.
 *
 * The entries that are there already get their summaries from {@link summariseJournal}.
 */
export const journal = ({ integer, text, bytewise, strict }: ColumnTypes): readonly MigrationStep[] => [
  `alter table audit_entry add column row_count ${integer} not null default 0`,
  `alter table audit_entry add column parts_hash ${bytewise} not null default ''`,
  `create table audit_part (
    number ${integer} not null, part ${integer} not null, before_data ${text} not null, after_data ${text} not null, primary key (number, part)
  )${strict}`,
  `create table audit_summary (
    number ${integer} primary key, hash ${bytewise} not null, subject_name ${text} not null, activity_id ${bytewise} not null, activity_title ${text} not null,
    summary ${text} not null, search_text ${text} not null, import_data ${text}
  )${strict}`,
  summariseJournal,
  `create index audit_activity on audit_summary (activity_id, number) where activity_id <> ''`,
  `create index audit_imported on audit_summary (number) where import_data is not null`,
  `drop index audit_import`,
  `create index audit_person on audit_entry (username, number)`,
  `create index audit_action on audit_entry (action, number)`,
  `create index audit_time on audit_entry (at, number)`,
]
