import { sql } from 'kysely'
import type { Database } from '../../src/server/database/open.ts'
import { good } from './activities.ts'
import type { Client } from './server.ts'

/** An entry as `GET /audit/get` answers it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the wire as another client sees it
type Entry = any

/** Whole entries that the list finds, newest first; of big changes the first part. */
export async function entriesOf(client: Pick<Client, 'get'>, query: Record<string, string | number>): Promise<Entry[]> {
  const { datas } = good(await client.get('/audit/list', query))
  return Promise.all((datas as { number: number }[]).map(async ({ number }) => good(await client.get('/audit/get', { number }))))
}

const tables = ['audit_entry', 'audit_part', 'audit_summary']

/** Takes away what keeps the journal from being changed, as whoever owns the database can: for tests of what is found then. */
export async function removeJournalGuards({ engine, write }: Pick<Database, 'engine' | 'write'>): Promise<void> {
  await write(async (tx) => {
    if (engine === 'sqlite') {
      for (const table of tables) for (const act of ['update', 'delete', 'insert']) await sql.raw(`drop trigger ${table}_${act}`).execute(tx)
    } else {
      for (const name of ['audit_refuse', ...tables.map((table) => `${table}_check`)]) await sql.raw(`drop function ${name} cascade`).execute(tx)
    }
  })
}
