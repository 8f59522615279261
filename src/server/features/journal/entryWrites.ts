import { insertMany } from '../../database/dialect.ts'
import { prepare } from '../../database/prepared.ts'
import type { Db } from '../../database/schema.ts'
import type { JournalTables } from './tables.ts'

export type Entry = JournalTables['audit_entry']

/** Prepared once: every group of changes runs it. */
const lastEntry = prepare<object, Pick<Entry, 'number' | 'hash'>>({}, (db) =>
  db.selectFrom('audit_entry').select(['number', 'hash']).orderBy('number', 'desc').limit(1),
)

const ENTRY_COLUMNS = [
  'number',
  'at',
  'user_id',
  'username',
  'nick_name',
  'address',
  'action',
  'subject',
  'previous_hash',
  'hash',
  'row_count',
  'parts_hash',
  'content_hash',
  'salt',
  'content',
] as const satisfies readonly (keyof Entry)[]

const SUMMARY_COLUMNS = [
  'number',
  'subject_name',
  'activity_id',
  'activity_title',
  'summary',
  'import_data',
  'kind',
] as const satisfies readonly (keyof JournalTables['audit_summary'])[]

/** Appends to the journal. */
export function entryWrites(db: Db) {
  return {
    /** The number and hash of the newest entry; undefined in an empty journal. */
    last: async () => (await lastEntry(db, {}))[0],
    insertAll: (entries: readonly Entry[]) =>
      insertMany(
        db,
        'audit_entry',
        ENTRY_COLUMNS,
        entries.map((entry) => ENTRY_COLUMNS.map((name) => entry[name])),
      ),
    /** Data for lists of entries; not covered by any hash. */
    insertSummaries: (summaries: readonly JournalTables['audit_summary'][]) =>
      insertMany(
        db,
        'audit_summary',
        SUMMARY_COLUMNS,
        summaries.map((summary) => SUMMARY_COLUMNS.map((name) => summary[name])),
      ),
    /** One part of a big change's rows; covered by its entry's `parts_hash`. */
    insertPart: (part: JournalTables['audit_part']) => db.insertInto('audit_part').values(part).execute(),
  }
}
