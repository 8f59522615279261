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
 * Opens the database of a data folder, creating both if missing.
 *
 * Locks the folder against other processes, checks the file if necessary (start-check.ts), and copies and upgrades an older
 * one. One connection writes and another reads.
 *
 * @throws ServerStartError if another process holds the database, or it is another program's or a newer version's
 * @throws RestoreNeededError if it is damaged, or missing though one existed
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
  /** False once a problem was found that the next start must check, however this one ends. */
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
    // From here on nothing waits inside SQLite, which would block all other work of this process.
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
        // Closing the last connection has merged everything into the file; if that failed, pending changes next to it show
        // it.
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
 * Returns a function that checks whether a path still leads to the same file as now.
 *
 * SQLite in WAL mode does not check: it would keep writing to a deleted or replaced file.
 */
function sameFileCheck(file: string): () => boolean {
  const { ino } = statSync(file, { bigint: true })
  return () => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino === ino
}

/** Opened before any client is served: waiting inside SQLite does no harm. */
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

/** For a worker thread, which may wait inside SQLite. */
export function readSqlite(folder: string): Db {
  const database = new DatabaseSync(fileIn(folder), { readOnly: true })
  database.exec('pragma query_only = on; pragma busy_timeout = 5000; pragma cache_size = -4096; pragma temp_store = memory')
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(database) }) })
}

/** A report in progress keeps the log from being truncated: retries, and the pause between them in ms. */
const TRIES = 5
const PAUSE = 1_000

/**
 * Returns a function that rewrites a database file in a worker thread, in use or not: otherwise deleted rows stay readable
 * in free pages and in the log.
 *
 * Reads go on meanwhile; writes wait in the write queue. Needs as much free disk space as the file's size. A kill leaves
 * the file unchanged.
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
 * SQLite's dialect with statements retried while another program holds the database.
 *
 * SQLite's own waiting (busy_timeout) blocks the whole process; this does not. For read-only connections with independent statements.
 */
function retryingDialect(dialect: Dialect, retryTimeoutMs = RETRY_TIMEOUT_MS): Dialect {
  return {
    createDriver: () => retryingDriver(dialect.createDriver(), retryTimeoutMs),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Wraps only the connection: SQLite's driver begins and ends transactions through the connection it is given. */
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
