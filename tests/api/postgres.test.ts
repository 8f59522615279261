import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { sql } from 'kysely'
import { openDatabase, type Database } from '../../src/server/database/open.ts'
import { emptyDatabase, type TestDatabase } from '../support/databases.ts'

/** The writers' lock, as database/open.ts takes it. */
const WRITER_LOCK = 7_301_278

const put = (database: Database, phone: string) => database.write((tx) => tx.insertInto('sms_sent').values({ phone, sent_at: 1 }).execute())

describe.skipIf(inject('postgresUrl') === '')('a PostgreSQL server that falters', () => {
  async function withDatabase(work: (database: Database, administrator: pg.Client) => Promise<void>): Promise<void> {
    const empty: TestDatabase = await emptyDatabase('postgres')
    if (!('url' in empty.location)) throw new Error('no address')
    const administrator = new pg.Client({ connectionString: empty.location.url })
    await administrator.connect()
    const database = await openDatabase(empty.location)
    try {
      await work(database, administrator)
    } finally {
      await database.close()
      await administrator.end()
      await empty.remove()
    }
  }
  const others = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

  it('that ends the connection in mid-write refuses that write, and takes the next', () =>
    withDatabase(async (database, administrator) => {
      const broken = database.write(async (tx) => {
        await tx.insertInto('sms_sent').values({ phone: 'lost', sent_at: 1 }).execute()
        await administrator.query(`select pg_terminate_backend(pid) from (${others}) as each`)
        await sql`select pg_sleep(0.2)`.execute(tx)
      })
      await expect(broken).rejects.toThrow()
      await put(database, 'kept')
      expect(await database.read.selectFrom('sms_sent').select('phone').execute()).toEqual([{ phone: 'kept' }])
    }))

  it('that refuses the writers’ lock once refuses that write only', () =>
    withDatabase(async (database, administrator) => {
      await administrator.query(`select pg_advisory_lock(${WRITER_LOCK})`)
      const refused = put(database, 'refused').then(
        () => 'written',
        () => 'refused',
      )
      for (let cancelled = 0; cancelled === 0;) {
        const { rowCount } = await administrator.query(
          `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        )
        cancelled = rowCount ?? 0
      }
      expect(await refused).toBe('refused')
      await administrator.query(`select pg_advisory_unlock(${WRITER_LOCK})`)
      await put(database, 'kept')
      expect(await database.read.selectFrom('sms_sent').select('phone').execute()).toEqual([{ phone: 'kept' }])
    }))
})
