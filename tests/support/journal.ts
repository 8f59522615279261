import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/server/database/database.ts'
import type { Clock } from '../../src/server/kernel/clock.ts'
import type { Schema } from '../../src/server/database/schema.ts'
import { createCheckpointWrites } from '../../src/server/features/journal/checkpointWrites.ts'
import { withJournal, type JournaledDatabase } from '../../src/server/features/journal/journal.ts'
import { createJournalTime } from '../../src/server/features/journal/journalTime.ts'
import { passingSigningKey } from './signingKeys.ts'
import { contentHash, linkHash } from '../../src/server/features/journal/chain.ts'
import { contentOf, type EntryContent } from '../../src/server/features/journal/entryContent.ts'
import type { Entry as StoredEntry } from '../../src/server/features/journal/entryWrites.ts'
import { isTamperedWith } from './replayed.ts'
import { systemCaller } from '../../src/server/http/context.ts'
import { good } from './activities.ts'
import type { Client, TestServer } from './server.ts'

/** An entry as `GET /audit/get` answers it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the wire as another client sees it
type Entry = any

/** Complete entries found by the list, newest first; for big changes the first part. */
export async function entriesOf(client: Pick<Client, 'get'>, query: Record<string, string | number>): Promise<Entry[]> {
  const { datas } = good(await client.get('/audit/list', query))
  return Promise.all((datas as { number: number }[]).map(async ({ number }) => good(await client.get('/audit/get', { number }))))
}

/** A server's database with its journal, for writes that no call makes; signs with a separate key. */
export const journaled = ({ database, clock }: { readonly database: Database; readonly clock: Clock }): JournaledDatabase =>
  withJournal(database, createJournalTime(clock), createCheckpointWrites(passingSigningKey()))

/** Sets a server's clock; if it goes back, accepts it like an administrator, so that changes are allowed. */
export async function setClock(server: Pick<TestServer, 'database' | 'clock'>, time: number): Promise<void> {
  const isBack = time < server.clock.time
  server.clock.time = time
  if (!isBack) return
  await journaled(server).write(async ({ journal }) =>
    journal.record({ caller: systemCaller, action: 'audit.acceptClock', subject: 'clock', before: null, after: { name: '服务器时间' } }),
  )
}

const DAY_MS = 24 * 3_600_000
/** Passes seven days with an entry on each, as an erasure requires. */
export async function passDaysOfUse(server: Pick<TestServer, 'clock' | 'system'>): Promise<void> {
  for (let day = 0; day < 7; day++) {
    server.clock.time += DAY_MS
    await server.system.recordDay()
  }
}

const tables = ['audit_entry', 'audit_part', 'audit_summary', 'checkpoint']

/** Drops the triggers that protect the journal, as the database's owner could, to test detection. */
export async function removeJournalGuards(database: Pick<Database, 'engine' | 'read' | 'write'>): Promise<void> {
  isTamperedWith(database)
  const { engine } = database
  await database.write(async (tx) => {
    if (engine === 'sqlite') {
      for (const table of tables) for (const act of ['update', 'delete', 'insert']) await sql.raw(`drop trigger ${table}_${act}`).execute(tx)
    } else {
      for (const table of tables)
        for (const act of ['update', 'delete', 'insert', 'truncate']) await sql.raw(`drop function ${table}_${act}_guard() cascade`).execute(tx)
    }
  })
}

/** The values before and after in a stored entry. */
export const storedContent = (entry: StoredEntry) => contentOf(entry) as { readonly before: any; readonly after: any } // oxlint-disable-line typescript/no-explicit-any -- whatever the entry holds

/** An entry with changed content and matching hashes, as the database's owner could make it. */
export function forged(entry: StoredEntry, change: (content: string) => string): StoredEntry {
  const [salt, content] = [entry.salt ?? '', change(entry.content ?? '')]
  const content_hash = contentHash(salt, content)
  return { ...entry, content, content_hash, hash: linkHash(entry.previous_hash, entry.number, content_hash) }
}

/** The index row that files an entry under its activity, without the list's text. */
export function filed({ number, content }: StoredEntry) {
  const { voteactivityid: activity_id, kind } = JSON.parse(content ?? '') as EntryContent
  return { number, subject_name: '', activity_id, activity_title: '', summary: '', import_data: null, kind }
}

/** Replaces the whole journal. */
export async function putInPlace(tx: Kysely<Schema>, entries: readonly StoredEntry[]): Promise<void> {
  for (const table of ['audit_summary', 'audit_entry'] as const) await tx.deleteFrom(table).execute()
  await tx.insertInto('audit_entry').values(entries).execute()
  await tx.insertInto('audit_summary').values(entries.map(filed)).execute()
}
