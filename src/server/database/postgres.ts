import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { migrate, type Migration } from './migrate.ts'
import { migrations as ownMigrations } from './migrations/all.ts'
import type { Db, Schema } from './schema.ts'
import { readOnly, type Database, type OpenOptions } from './database.ts'
import { requireFit } from './postgres-fitness.ts'
import { createSchemaCheck, makeSchema, schemaObjects, type SchemaObjects } from './schema-check.ts'
import { statementNames } from './statement-names.ts'
import { createWriteQueue } from './write-queue.ts'

/** Serializes writers across all server processes of one database, like BEGIN IMMEDIATE on SQLite. */
const WRITER_LOCK = 7_301_278

/** How long PostgreSQL waits per attempt at the writers' lock, in ms; the write queue retries, and may be closed in between. */
const LOCK_TIMEOUT = 2_000
/** A server holding the lock and silent for this long (frozen, or cut off) loses its transaction, in ms. */
const SILENCE_TIMEOUT = 8_000
/** How long a read waits for a lock, in ms: only manual changes of tables hold one against it. */
const READ_LOCK_TIMEOUT = 10_000
/** Both of these for a start that upgrades, which may compute between statements, and for one waiting for it. */
const UPGRADE_TIMEOUT = 60_000
/** A report reads one snapshot and computes between statements; it blocks nobody. */
const SNAPSHOT_TIMEOUT = 5 * 60_000
/** A statement unanswered for this long has lost its connection, in ms: clients give up after 30 s. */
const ANSWER_TIMEOUT = 25_000
/** How long closing waits for work in progress, and then for its connections, in ms. */
const CLOSE_TIMEOUT = 4_000

/** Seconds after which the database detects a dead server computer, and vice versa. */
const KEEP_ALIVE = { idle: 10, interval: 5, count: 3 } as const

interface ConnectionOptions {
  readonly max: number
  /** How long a statement waits for a lock, in ms. */
  readonly lock: number
  /** How long a transaction may be idle, in ms. */
  readonly silence: number
  /** Whether its connections refuse to write. */
  readonly isReadOnly?: boolean
  /** Answer timeout in ms; absent for unlimited. */
  readonly answerTimeout?: number
}

interface Connections {
  readonly db: Db
  /** Closes all connections, whatever they are waiting for. */
  readonly cut: () => void
}

/**
 * Connections to PostgreSQL on which neither side waits forever for the other.
 *
 * The relevant settings are set per session, whatever the site's configuration or the address says.
 */
function connectPostgres(url: string, { max, lock, silence, isReadOnly = false, answerTimeout }: ConnectionOptions): Connections {
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, Number)
  types.setTypeParser(1700, Number)
  const clients = new Set<pg.Client>()
  const { idle, interval, count } = KEEP_ALIVE
  const session = `
    set synchronous_commit = on; set lock_timeout = ${lock}; set idle_in_transaction_session_timeout = ${silence};
    set tcp_keepalives_idle = ${idle}; set tcp_keepalives_interval = ${interval}; set tcp_keepalives_count = ${count};
    ${isReadOnly ? 'set default_transaction_read_only = on;' : ''}
    select pg_catalog.set_config('search_path', pg_catalog.quote_ident(pg_catalog.current_schema()), false);
  `
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'community-vote-console',
    keepAlive: true,
    keepAliveInitialDelayMillis: idle * 1000,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: async (connected) => {
      const client = connected as pg.Client // what a pool makes unless it is told otherwise
      // If it breaks while in use, its statement fails, the pool drops it, and the server goes on.
      client.on('error', () => undefined)
      clients.add(client)
      client.once('end', () => clients.delete(client))
      await client.query(session)
    },
  })
  pool.on('error', () => undefined) // an idle connection that broke is replaced by the pool
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: answerTimeout === undefined ? pool : watchedPool(pool, answerTimeout) }) }),
    cut: () => {
      for (const client of clients) cut(client)
    },
  }
}

/** Closes a connection at once: pending queries fail. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}

/**
 * A pool whose statements do not wait for an answer that cannot come.
 *
 * If a network drops packets, the system would retry for a quarter of an hour before reporting it.
 */
function watchedPool(pool: pg.Pool, timeout: number): PostgresPool {
  const watched = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = watched.get(client)
      if (known) return known
      const nameOf = statementNames()
      const query = async (text: string, values: readonly unknown[]) => {
        const timer = setTimeout(() => cut(client), timeout)
        try {
          return await client.query({ name: values.length === 0 ? undefined : nameOf(text), text, values: [...values] })
        } finally {
          clearTimeout(timer)
        }
      }
      // The other form of `query` is for streamed statements, which are not used.
      const made: PostgresPoolClient = { query: query as unknown as PostgresPoolClient['query'], release: (isBroken) => client.release(isBroken) }
      watched.set(client, made)
      return made
    },
  }
}

/**
 * Opens a PostgreSQL database and upgrades it, without a copy: copies are its administrator's.
 *
 * One connection writes, in turn with the other servers of this database; six read; one analyzes tables after a long write.
 * `onChecking` and `onDamaged` are never called.
 *
 * @param url `postgres://…`
 * @throws ServerStartError if the database was written by a newer version of the program, or is unsuitable: another
 * encoding than UTF8, a schema without CREATE, a PostgreSQL version that is too old
 */
export async function openPostgres(url: string, { onUpgrade = () => undefined, migrations = ownMigrations, retryTimeoutMs }: OpenOptions): Promise<Database> {
  await upgradeOnce(url, migrations, onUpgrade)
  const writer = connectPostgres(url, { max: 1, lock: LOCK_TIMEOUT, silence: SILENCE_TIMEOUT, answerTimeout: ANSWER_TIMEOUT })
  const read = connectPostgres(url, { max: 6, lock: READ_LOCK_TIMEOUT, silence: SILENCE_TIMEOUT, isReadOnly: true, answerTimeout: ANSWER_TIMEOUT })
  const looker = connectPostgres(url, { max: 1, lock: LOCK_TIMEOUT, silence: SILENCE_TIMEOUT, answerTimeout: ANSWER_TIMEOUT })
  const statistics = createTableStatistics(looker.db)
  const queue = createWriteQueue(writer.db, {
    ...(retryTimeoutMs === undefined ? {} : { retryTimeoutMs }),
    // One round trip for both.
    begin: async (connection) => {
      await sql.raw(`begin; select pg_advisory_xact_lock(${WRITER_LOCK})`).execute(connection)
    },
  })
  return {
    engine: 'postgres',
    location: { url },
    read: readOnly(read.db),
    async write(job, options) {
      const value = await queue.write(job, options)
      if (options?.isLong) statistics.renew()
      return value
    },
    stopWaiting: () => queue.stopWaiting(),
    releaseMemory: () => undefined,
    copyTo: null,
    compact: () => removeDeadRows(url),
    checkSchema: createSchemaCheck(read.db, () => ownSchema(url, migrations)),
    async close() {
      await orElse(queue.close(), writer.cut)
      // The next server analyzes the tables after its next long write; PostgreSQL also does so on its own.
      looker.cut()
      await orElse(Promise.all([writer.db.destroy(), read.db.destroy(), looker.db.destroy()]), () => {
        for (const connections of [writer, read, looker]) connections.cut()
      })
    },
  }
}

/** Vacuums deleted and changed rows from the tables; writes go on meanwhile. */
async function removeDeadRows(url: string): Promise<boolean> {
  const { db } = connectPostgres(url, { max: 1, lock: UPGRADE_TIMEOUT, silence: UPGRADE_TIMEOUT })
  try {
    await sql`vacuum`.execute(db)
    return true
  } catch {
    return false
  } finally {
    await db.destroy()
  }
}

/** The schema that PostgreSQL makes of the migrations, created and rolled back; null if the user may not create one. */
async function ownSchema(url: string, migrations: readonly Migration[]): Promise<SchemaObjects | null> {
  const { db } = connectPostgres(url, { max: 1, lock: UPGRADE_TIMEOUT, silence: UPGRADE_TIMEOUT })
  const name = `vote_console_${randomBytes(8).toString('hex')}`
  try {
    return await db.connection().execute(async (connection) => {
      await sql.raw(`begin; create schema ${name}; set local search_path to ${name}`).execute(connection)
      await makeSchema(connection as Kysely<unknown>, migrations)
      const objects = await schemaObjects(connection)
      await sql`rollback`.execute(connection)
      return objects
    })
  } catch (error) {
    if ((error as { code?: string }).code === NOT_PERMITTED) return null
    throw error
  } finally {
    await db.destroy()
  }
}
const NOT_PERMITTED = '42501'

/** Upgrades the database; of servers starting at once, one does it while the others wait. */
async function upgradeOnce(url: string, migrations: readonly Migration[], onUpgrade: () => void): Promise<void> {
  const { db, cut: cutAll } = connectPostgres(url, { max: 1, lock: UPGRADE_TIMEOUT, silence: UPGRADE_TIMEOUT })
  try {
    await db.connection().execute(async (connection) => {
      await requireFit(connection as Kysely<unknown>)
      await sql`select pg_advisory_lock(${WRITER_LOCK})`.execute(connection)
      try {
        await migrate(connection, () => Promise.resolve(onUpgrade()), migrations)
      } finally {
        await sql`select pg_advisory_unlock(${WRITER_LOCK})`.execute(connection)
      }
    })
  } finally {
    await orElse(db.destroy(), cutAll)
  }
}

/** Waits for work; if it takes too long, calls `act` and keeps waiting. */
async function orElse(work: Promise<unknown>, act: () => void): Promise<void> {
  const timer = setTimeout(act, CLOSE_TIMEOUT)
  try {
    await work
  } finally {
    clearTimeout(timer)
  }
}

/** A connection for one long snapshot read. */
export function snapshotPostgres(url: string): Db {
  return connectPostgres(url, { max: 1, lock: READ_LOCK_TIMEOUT, silence: SNAPSHOT_TIMEOUT, isReadOnly: true }).db
}

/** Below this many pages (8 KB each) any query plan is fine. */
const FEWEST_PAGES = 64

/** PostgreSQL's planner statistics. */
interface TableStatistics {
  /** Analyzes tables that have grown; fire-and-forget, failures are ignored. */
  renew(): void
}

/**
 * Makes PostgreSQL `analyze` tables that have grown by half since the last time.
 *
 * Autovacuum does so only once a minute. Until then the planner took a new roster of 40,000 for one of 6,000 with nearly
 * all rows matching, and read all of it for each voter search: 8 ms instead of 0.1.
 *
 * @param db with writable connections; one is enough
 */
function createTableStatistics(db: Db): TableStatistics {
  let isBusy = false
  let isAskedAgain = false

  async function lookAtGrown(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and pg_relation_size(oid) / current_setting('block_size')::int > greatest(${FEWEST_PAGES}::int, relpages * 1.5)
    `.execute(db)
    for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db)
  }

  async function work(): Promise<void> {
    do {
      isAskedAgain = false
      await lookAtGrown()
    } while (isAskedAgain)
  }

  return {
    renew() {
      isAskedAgain = true
      if (isBusy) return
      isBusy = true
      work()
        .catch(() => undefined) // only how fast it reads depends on it, and PostgreSQL looks by itself later
        .finally(() => (isBusy = false))
    },
  }
}
