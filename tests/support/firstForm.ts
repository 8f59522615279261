import { sql } from 'kysely'
import { firstFormHash } from '../../src/server/features/audit/chain.ts'
import { inFirstForm } from './journal.ts'
import { columnsOfVersion, type OldRows } from './oldDatabase.ts'
import type { TestServer } from './server.ts'

/** The version before the journal's second form. */
export const FIRST_FORM = 13
/** Its tables, each behind those that it refers to. */
const tables = ['user', 'estate', 'property', 'activity', 'topic', 'topic_option', 'ballot', 'roster_property', 'roster_search', 'vote_record', 'notification']
/** What no program of that version wrote. */
const newActions = new Set(['audit.key', 'activity.roster', 'notification.rows'])

/** All that a server holds, as the version before the second form would have left it. */
export async function asBefore(server: TestServer): Promise<OldRows> {
  const read = server.database.read
  const rows: Record<string, Record<string, unknown>[]> = {}
  const columns = await columnsOfVersion(FIRST_FORM, tables)
  for (const table of tables) {
    const found = (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(read)).rows
    rows[table] = found.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => columns.get(table)?.has(column))))
  }
  // The order of an estate's properties was in a table of its own.
  rows['property_search'] = await read.selectFrom('property').select(['estate_id', 'place_key', 'id as property_id']).execute()
  const entries = (await read.selectFrom('audit_entry').selectAll().orderBy('number').execute()).filter(({ action }) => !newActions.has(action))
  const summaries = new Map((await read.selectFrom('audit_summary').selectAll().execute()).map((summary) => [summary.number, summary]))
  let previous = '0'.repeat(64)
  rows['audit_entry'] = []
  rows['audit_summary'] = []
  for (const [index, entry] of entries.entries()) {
    const { content_hash: _hash, salt: _salt, content: _content, ...first } = inFirstForm(entry)
    const placed = { ...first, number: index + 1, previous_hash: previous }
    previous = firstFormHash(placed)
    rows['audit_entry'].push({ ...placed, hash: previous })
    rows['audit_summary'].push({ ...summaries.get(entry.number), number: index + 1, hash: previous })
  }
  return rows
}
