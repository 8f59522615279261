import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/server/database/database.ts'
import { openDatabase, readSnapshot } from '../../src/server/database/open.ts'
import type { Schema } from '../../src/server/database/schema.ts'
import { emptyDatabase, type TestDatabase } from '../support/databases.ts'

/** The advisory lock of writers, as in database/postgres.ts. */
const WRITER_LOCK = 7_301_278

const put = (database: Database, phone: string) => database.write((tx) => tx.insertInto('sms_sent').values({ phone, sent_at: 1 }).execute())

describe.skipIf(inject('postgresUrl') === '')('a PostgreSQL server that falters', () => {
  /** `settings`: made by a site's administrator beforehand; %d is the database's name. */
  async function withDatabase(work: (database: Database, administrator: pg.Client) => Promise<void>, settings = ''): Promise<void> {
    const empty: TestDatabase = await emptyDatabase('postgres')
    if (!('url' in empty.location)) throw new Error('no address')
    const connected = async (url: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }
    let administrator = await connected(empty.location.url)
    if (settings !== '') {
      await administrator.query(settings.replaceAll('%d', new URL(empty.location.url).pathname.slice(1)))
      await administrator.end()
      administrator = await connected(empty.location.url)
    }
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

  it('refuses writes through its read connection and in a snapshot', () =>
    withDatabase(async (database) => {
      const written = (db: Kysely<Schema>) => db.insertInto('sms_sent').values({ phone: 'past the queue', sent_at: 1 }).execute()
      await expect(written(database.read)).rejects.toMatchObject({ code: '25006' })
      await expect(readSnapshot(database.location, written)).rejects.toMatchObject({ code: '25006' })
      await put(database, 'through the queue')
      expect(await database.read.selectFrom('sms_sent').select('phone').execute()).toEqual([{ phone: 'through the queue' }])
    }))

  it('knows a long write’s row counts immediately afterwards', () =>
    withDatabase(async (database, administrator) => {
      const known = async () => Number((await administrator.query(`select reltuples from pg_class where relname = 'sms_sent'`)).rows[0].reltuples)
      const putMany = (from: number) => (tx: Kysely<Schema>) =>
        sql`insert into sms_sent (phone, sent_at) select 'phone ' || number, 1 from generate_series(${from}::int, ${from + 19_999}::int) as number`.execute(tx)
      // Otherwise autovacuum might analyse it in between.
      await administrator.query('alter table sms_sent set (autovacuum_enabled = false)')
      await database.write(putMany(0))
      expect(await known()).toBe(-1)
      await database.write(putMany(20_000), { isLong: true })
      await expect.poll(known).toBe(40_000)
    }))

  it('refuses a write whose connection breaks, and accepts the next', () =>
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

  it('refuses only that write for which the writers’ lock is denied', () =>
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

  it('overrides a configuration that commits before the disk has the data', () =>
    withDatabase(async (database, administrator) => {
      const show = async (name: string) => {
        const { rows } = await database.write((tx) => sql.raw<Record<string, string>>(`show ${name}`).execute(tx))
        return rows[0]?.[name]
      }
      expect([await show('synchronous_commit'), await show('idle_in_transaction_session_timeout'), await show('lock_timeout')]).toEqual(['on', '8s', '2s'])
      const { rows } = await administrator.query<{ synchronous_commit: string }>('show synchronous_commit')
      expect(rows[0]?.synchronous_commit).toBe('off')
    }, 'alter database %d set synchronous_commit = off; alter database %d set lock_timeout = 0'))

  it('does not block shutdown when it no longer answers; pending calls are refused', async () => {
    const empty = await emptyDatabase('postgres')
    const hole = await startBlackHole(empty)
    const database = await openDatabase({ url: hole.url })
    await put(database, 'before')
    hole.swallow()
    const writing = put(database, 'after').then(
      () => 'written',
      (error: Error) => error.message,
    )
    await database.close()
    expect(await writing).toMatch(/^与 PostgreSQL 数据库的连接中断，没有保存/)
    await hole.close()
    await empty.remove()
  })
})

/** A proxy to a database that can stop forwarding without closing connections, like a broken network. */
async function startBlackHole({ location }: TestDatabase) {
  if (!('url' in location)) throw new Error('no address')
  const address = new URL(location.url)
  const port = Number(address.port)
  const sockets = new Set<Socket>()
  let isSwallowing = false
  const server = createServer((socket) => {
    const database = connect(port, address.hostname)
    for (const [from, to] of [
      [socket, database],
      [database, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (chunk) => void (isSwallowing || to.write(chunk)))
      from.on('close', () => to.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address.port = String((server.address() as AddressInfo).port)
  return {
    url: address.href,
    swallow: () => void (isSwallowing = true),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
