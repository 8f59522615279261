import { isFields } from '#shared/features/journal/words.ts'
import { ROWS_PER_PART, type JournalRow } from '#shared/features/journal/content.ts'
import type { Db } from '../../database/schema.ts'
import { contentOf } from './entryContent.ts'
import { journalStore } from './store.ts'
import type { JournalTables } from './tables.ts'

type Entry = JournalTables['audit_entry']

/** An entry's contents with the rows of one part, and the numbers of parts and rows. */
export interface PartContent extends JournalRow {
  readonly partCount: number
  readonly rowCount: number
}

/** The contents of an entry and one part of its rows, from 1; null if there is no such part. */
export async function partOf(db: Db, entry: Entry, part: number): Promise<PartContent | null> {
  const { before, after, isErased } = contentOf(entry)
  if (isErased || entry.row_count === 0) return part === 1 ? { before, after, partCount: 1, rowCount: 0 } : null
  const stored = await journalStore(db).part(entry.number, part)
  if (!stored) return null
  const rows = [JSON.parse(stored.before_data), JSON.parse(stored.after_data)] as [unknown[], unknown[]]
  return {
    before: withRows(before, rows[0]),
    after: withRows(after, rows[1]),
    partCount: Math.ceil(entry.row_count / ROWS_PER_PART),
    rowCount: entry.row_count,
  }
}

/** An entry's content with its rows restored; null if it has neither, like `before` for rows that are all new. */
function withRows(content: unknown, rows: readonly unknown[]): unknown {
  if (content === null && rows.every((row) => row === null)) return null
  return { ...(isFields(content) ? content : {}), changed: rows }
}

/** All rows of an entry, before and after. */
export async function rowsOf(db: Db, number: number): Promise<JournalRow[]> {
  const rows: JournalRow[] = []
  for (let part = 1; ; part++) {
    const stored = await journalStore(db).part(number, part)
    if (!stored) return rows
    const [before, after] = [JSON.parse(stored.before_data), JSON.parse(stored.after_data)] as [unknown[], unknown[]]
    for (const [index, was] of before.entries()) rows.push({ before: was, after: after[index] })
  }
}
