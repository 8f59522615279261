import { sql } from 'kysely'
import type { Database } from '../../src/server/database/open.ts'
import { createCheckpointWrites } from '../../src/server/features/audit/checkpointWrites.ts'
import { withJournal, type JournaledDatabase } from '../../src/server/features/audit/journal.ts'
import { passingSigningKey } from '../../src/server/kernel/signingKey.ts'
import { contentHash, linkHash } from '../../src/server/features/audit/chain.ts'
import { contentOf } from '../../src/server/features/audit/entryContent.ts'
import type { Entry as StoredEntry } from '../../src/server/features/audit/entryWrites.ts'
import { isTamperedWith } from './replayed.ts'
import { good } from './activities.ts'
import type { Client, TestServer } from './server.ts'

/** An entry as `GET /audit/get` answers it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the wire as another client sees it
type Entry = any

/** Whole entries that the list finds, newest first; of big changes the first part. */
export async function entriesOf(client: Pick<Client, 'get'>, query: Record<string, string | number>): Promise<Entry[]> {
  const { datas } = good(await client.get('/audit/list', query))
  return Promise.all((datas as { number: number }[]).map(async ({ number }) => good(await client.get('/audit/get', { number }))))
}

/** A server's database with its journal, to write what no call writes; it signs with a key of its own. */
export const journaled = ({ database, clock }: Pick<TestServer, 'database' | 'clock'>): JournaledDatabase =>
  withJournal(database, clock, createCheckpointWrites(passingSigningKey()))

const tables = ['audit_entry', 'audit_part', 'audit_summary', 'checkpoint']

/** Takes away what keeps the journal from being changed, as whoever owns the database can: for tests of what is found then. */
export async function removeJournalGuards(database: Pick<Database, 'engine' | 'read' | 'write'>): Promise<void> {
  isTamperedWith(database)
  const { engine } = database
  await database.write(async (tx) => {
    if (engine === 'sqlite') {
      for (const table of tables) for (const act of ['update', 'delete', 'insert']) await sql.raw(`drop trigger ${table}_${act}`).execute(tx)
    } else {
      for (const name of ['audit_refuse', ...tables.map((table) => `${table}_check`)]) await sql.raw(`drop function ${name} cascade`).execute(tx)
    }
  })
}

/** What was before and after, as a stored entry of either form holds it. */
export const storedContent = (entry: StoredEntry) => contentOf(entry) as { readonly before: any; readonly after: any } // oxlint-disable-line typescript/no-explicit-any -- whatever the entry holds

/** An entry of the second form with another content and hashes that fit it, as whoever owns the database can make it. */
export function forged(entry: StoredEntry, change: (content: string) => string): StoredEntry {
  const [salt, content] = [entry.salt ?? '', change(entry.content ?? '')]
  const content_hash = contentHash(salt, content)
  return { ...entry, content, content_hash, hash: linkHash(entry.previous_hash, entry.number, content_hash) }
}

/** The columns of an entry as the first form has them, but for its hash. */
export const inFirstForm = (entry: StoredEntry) => {
  const { before, after } = contentOf(entry)
  return { ...entry, before_data: JSON.stringify(before), after_data: JSON.stringify(after), content_hash: '', salt: null, content: null }
}
