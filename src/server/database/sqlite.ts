import { mkdirSync, statSync } from 'node:fs'
import * as sqlite from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect, sql, type DatabaseConnection, type Dialect, type Driver } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { markCleanEnd } from './clean-end.ts'
import { backUpBeforeUpgrade } from './backups.ts'
import { copyDatabase, UnsoundBackupError } from './copy.ts'
import { fileIn } from './data-files.ts'
import { engineProblem } from './engine.ts'
import { createInspect, askInspectionWorker, INSPECTION_WORKER } from './inspection.ts'
import { takeLockFile } from './lock-file.ts'
import { migrate, versionAfter } from './migrate.ts'
import { migrations as ownMigrations } from './migrations/all.ts'
import type { Db, Schema } from './schema.ts'
import { ServerStartError } from '../kernel/start-error.ts'
import { readOnly, type Database, type OpenOptions } from './database.ts'
import { createSchemaCheck, sqliteSchema } from './schema-check.ts'
import { adaptSqlite } from './sqlite-adapter.ts'
import { checkBeforeOpening, setAside } from './start-check.ts'
import { DatabaseDamagedError, DatabaseMovedError, troubleOf, isBusy } from './trouble.ts'
import { createWriteQueue } from './write-queue.ts'

/**
 * Opens the database of a data folder, and makes both where they are missing.
 *
 * The folder is locked against other processes, the file checked where it has to be (start-check.ts), copied and brought up
 * to date where it is older. One connection writes and another reads.
 *
 * @throws ServerStartError when another process holds the database, or it is another program's or a newer version's
 * @throws RestoreNeededError when it is damaged, or missing though there was one
 */
export async function openSqlite(folder: string, options: OpenOptions): Promise<Database> {
  const { onChecking = () => undefined, retryTimeoutMs, inspectionWorker, migrations = ownMigrations } = options
  const file = fileIn(folder)
  const newest = versionAfter(migrations)
  const inspect = createInspect(inspectionWorker, newest)
  const opened: DatabaseSync[] = []
  const open = (): DatabaseSync => {
    const database = openSqliteFile(file)
    opened.push(database)
    return database
  }
  const closeAll = (): void => {
    for (const database of opened) if (database.isOpen) database.close()
  }
  let releaseLock = (): void => undefined
  let isServing = false
  /** False once something was found that the next start must look at, however this one ends. */
  let isSound = true
  const found = (error: unknown): void => {
    if (troubleOf(error)?.kind !== 'damaged') return
    if (isSound && isServing) options.onDamaged?.()
    isSound = false
  }
  requireEngine()
  try {
    mkdirSync(folder, { recursive: true })
    releaseLock = takeLockFile(`${file}.lock`)
    await checkBeforeOpening(folder, { inspect, onChecking, newest })
    const writing = open()
    assertDurable(writing)
    const writer = new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(writing, found) }) })
    await migrate(writer, (version) => (options.onUpgrade?.(), backUpBeforeUpgrade(folder, version, inspect)), migrations)
    const reading = open()
    reading.exec('pragma query_only = on')
    const read = readOnly(new Kysely<Schema>({ dialect: retryingDialect(new SqliteDialect({ database: adaptSqlite(reading, found) }), retryTimeoutMs) }))
    // From here on nothing waits inside SQLite, where all other work of this process would wait with it.
    for (const connection of opened) connection.exec('pragma busy_timeout = 0')
    const isSameFile = sameFileCheck(file)
    const queue = createWriteQueue(writer, {
      ...(retryTimeoutMs === undefined ? {} : { retryTimeoutMs }),
      begin: async (connection) => {
        if (!isSound) throw new DatabaseDamagedError(file)
        if (!isSameFile()) throw new DatabaseMovedError(file)
        await sql`begin immediate`.execute(connection)
      },
    })
    isServing = true
    return {
      engine: 'sqlite',
      location: { folder },
      read,
      write: queue.write,
      stopWaiting: () => queue.stopWaiting(),
      copyTo: (path, password) =>
        copyDatabase(folder, path, inspect, password).catch((error: unknown) => {
          if (error instanceof UnsoundBackupError) isSound = false
          throw error
        }),
      compact: createCompact(inspectionWorker, file),
      checkSchema: createSchemaCheck(read, () => sqliteSchema(migrations)),
      releaseMemory() {
        for (const connection of opened) if (connection.isOpen) connection.exec('pragma shrink_memory')
      },
      async close() {
        await queue.close()
        await read.destroy()
        await writer.destroy()
        closeAll() // Kysely does not close what it never used
        // The last connection has brought everything into the file; where it could not, what waits next to it tells.
        if (isSound && isSameFile()) markCleanEnd(file)
        releaseLock()
      },
    }
  } catch (error) {
    closeAll()
    const cause = troubleOf(error)?.kind === 'damaged' ? await setAside(folder) : error
    releaseLock()
    throw cause
  }
}

/**
 * Returns what tells whether a path still leads to the file that it leads to now.
 *
 * SQLite in WAL mode does not look: it would go on writing into a file that was deleted or replaced.
 */
function sameFileCheck(file: string): () => boolean {
  const { ino } = statSync(file, { bigint: true })
  return () => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino === ino
}

/** Opened while nobody else is served yet: waiting inside SQLite does no harm. */
function openSqliteFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
  database.exec(`
    pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full;
    pragma cache_size = -8192; pragma temp_store = memory;
  `)
  return database
}

function requireEngine(): void {
  const problem = engineProblem(sqlite, process.versions['sqlite'])
  if (problem !== null) throw new ServerStartError(problem)
}

function assertDurable(database: DatabaseSync): void {
  const { synchronous } = database.prepare('pragma synchronous').get() as { synchronous: number }
  if (synchronous !== 2) throw new Error('SQLite does not write durably')
}

/** For a thread of its own, which may wait inside SQLite. */
export function readSqlite(folder: string): Db {
  const database = new DatabaseSync(fileIn(folder), { readOnly: true })
  database.exec('pragma query_only = on; pragma busy_timeout = 5000; pragma cache_size = -4096; pragma temp_store = memory')
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(database) }) })
}

/** Somebody who reads a report keeps the log from being emptied: tries, and ms between two. */
const TRIES = 5
const PAUSE = 1_000

/**
 * What writes a database file again in a thread of its own, in use or not: deleted rows stay in free pages and in the log
 * otherwise, where whoever has the file can read them.
 *
 * Readers go on meanwhile; who writes waits in the write queue. It needs as much free disk as the file has bytes. A kill
 * leaves the file as it was.
 */
function createCompact(workerUrl: URL | undefined, file: string): () => Promise<boolean> {
  return async () => {
    for (let tries = 1; ; tries++) {
      const message = await askInspectionWorker(workerUrl ?? INSPECTION_WORKER, { compacted: file }).catch(() => null)
      if (message && 'isCompacted' in message && message.isCompacted) return true
      if (tries === TRIES || !message || 'failure' in message) return false
      await wait(PAUSE)
    }
  }
}

/** How long a statement is retried while another program holds the database. */
const RETRY_TIMEOUT_MS = 5_000
/** Between two tries. */
const RETRY_PAUSE_MS = 20

/**
 * SQLite's dialect with statements that are tried again while another program holds the database.
 *
 * SQLite's own waiting (busy_timeout) stops the whole process; this one does not. For a connection that only reads, each
 * statement by itself.
 */
function retryingDialect(dialect: Dialect, retryTimeoutMs = RETRY_TIMEOUT_MS): Dialect {
  return {
    createDriver: () => retryingDriver(dialect.createDriver(), retryTimeoutMs),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Only the connection is wrapped: SQLite's driver begins and ends transactions through the connection that it is given. */
function retryingDriver(driver: Driver, retryTimeoutMs: number): Driver {
  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => retryingConnection(await driver.acquireConnection(options), retryTimeoutMs),
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  }
}

function retryingConnection(connection: DatabaseConnection, retryTimeoutMs: number): DatabaseConnection {
  return {
    async executeQuery(query, options) {
      const end = performance.now() + retryTimeoutMs
      for (;;) {
        try {
          return await connection.executeQuery(query, options)
        } catch (error) {
          if (!isBusy(error) || performance.now() >= end) throw error
          await wait(RETRY_PAUSE_MS)
        }
      }
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  }
}
