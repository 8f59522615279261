import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { ServerStartError } from '../kernel/start-error.ts'
import { copyBeforeUpgrade, copyDatabase } from './backup.ts'
import type { Engine } from './dialect.ts'
import { takeLockFile } from './lock-file.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { adaptSqlite } from './sqlite-adapter.ts'
import { createWriteDoor, type GroupScribe, type Job } from './write-door.ts'

/** Where the data lives: a folder of this computer, or a PostgreSQL server. */
export type DatabaseLocation = { readonly folder: string } | { readonly url: string }

export interface Database {
  readonly engine: Engine
  /** For a thread that opens it a second time, to read; see {@link readSnapshot}. */
  readonly location: DatabaseLocation
  /** For reading only: it never sees what is not committed. */
  readonly read: Kysely<Schema>
  /** The one way to write; see write-door.ts. */
  readonly write: <T>(job: Job<Schema, T>, options?: { readonly isLong?: boolean }) => Promise<T>
  /** Writes once for a whole group of jobs; see write-door.ts. */
  readonly employ: (scribe: GroupScribe<Schema>) => void
  /** Copies the whole database to a file while work goes on; null on PostgreSQL, which has its own means (`pg_dump`). */
  readonly copyTo: ((path: string) => Promise<void>) | null
  close(): Promise<void>
}

/** Before 3.51.3 a rare race could damage a WAL database (`design/storage.md`, Engine). */
const OLDEST_SQLITE = [3, 51, 3] as const

/**
 * Opens the database, brings it to the newest version and hands out its two doors.
 *
 * @param onUpgrade is called before an older database is copied and brought up to date, which may take a while
 * @throws ServerStartError with a sentence for the user: in use, newer than the program, not reachable, damaged
 */
export function openDatabase(location: DatabaseLocation, onUpgrade: () => void = () => undefined): Promise<Database> {
  return 'url' in location ? openPostgres(location.url, onUpgrade) : openSqlite(location.folder, onUpgrade)
}

const fileIn = (folder: string): string => join(folder, 'vote.db')
/** Where the program keeps its own copies. */
export const backupFolderIn = (folder: string): string => join(folder, 'backup')

async function openSqlite(folder: string, onUpgrade: () => void): Promise<Database> {
  const file = fileIn(folder)
  let giveLockBack = (): void => undefined
  try {
    mkdirSync(folder, { recursive: true })
    giveLockBack = takeLockFile(`${file}.lock`)
    const writing = openSqliteFile(file)
    assertSqlite(writing)
    const writer = new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(writing) }) })
    await migrate(writer, (version) => {
      onUpgrade()
      return copyBeforeUpgrade(file, backupFolderIn(folder), version)
    })
    const reading = openSqliteFile(file)
    reading.exec('pragma query_only = on')
    const read = new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(reading) }) })
    const door = createWriteDoor(writer, async (connection) => {
      await sql`begin immediate`.execute(connection)
    })
    return {
      engine: 'sqlite',
      location: { folder },
      read,
      write: door.write,
      employ: door.employ,
      copyTo: (path) => copyDatabase(file, path),
      async close() {
        await door.settled()
        await read.destroy()
        await writer.destroy()
        giveLockBack()
      },
    }
  } catch (error) {
    giveLockBack()
    throw inWords(error)
  }
}

function openSqliteFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;
    pragma cache_size = -65536; pragma temp_store = memory;
  `)
  return database
}

function assertSqlite(database: DatabaseSync): void {
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string }
  const found = version.split('.').map(Number)
  const difference = OLDEST_SQLITE.map((part, index) => (found[index] ?? 0) - part).find((each) => each !== 0) ?? 0
  if (difference < 0) throw new Error(`SQLite ${version} is older than ${OLDEST_SQLITE.join('.')}`)
  const { synchronous } = database.prepare('pragma synchronous').get() as { synchronous: number }
  if (synchronous !== 2) throw new Error('SQLite does not write durably')
}

/** One writer at a time over all server processes of one database: what BEGIN IMMEDIATE is to SQLite. */
const WRITER_LOCK = 7_301_278

function connectPostgres(url: string, max: number): Kysely<Schema> {
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, Number)
  types.setTypeParser(1700, Number)
  const pool = new pg.Pool({ connectionString: url, max, types, connectionTimeoutMillis: 10_000, application_name: 'community-vote-console' })
  pool.on('error', () => undefined) // an idle connection that broke is replaced by the pool
  // One that breaks while it is in use: its statement is refused, the pool drops it, the server goes on.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

async function openPostgres(url: string, onUpgrade: () => void): Promise<Database> {
  const [writer, read] = [connectPostgres(url, 1), connectPostgres(url, 6)]
  const begin = async (connection: Kysely<Schema>): Promise<void> => {
    await sql`begin`.execute(connection)
    await sql`select pg_advisory_xact_lock(${WRITER_LOCK})`.execute(connection)
  }
  try {
    await writer.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${WRITER_LOCK})`.execute(connection)
      try {
        await migrate(connection, () => Promise.resolve(onUpgrade()))
      } finally {
        await sql`select pg_advisory_unlock(${WRITER_LOCK})`.execute(connection)
      }
    })
  } catch (error) {
    await Promise.all([writer.destroy(), read.destroy()])
    throw inWords(error)
  }
  const door = createWriteDoor(writer, begin)
  return {
    engine: 'postgres',
    location: { url },
    read,
    write: door.write,
    employ: door.employ,
    copyTo: null,
    async close() {
      await door.settled()
      await Promise.all([writer.destroy(), read.destroy()])
    },
  }
}

/**
 * Reads a database of which another thread holds the {@link Database}: everything that `job` reads is of one moment,
 * however long it takes and whatever is written meanwhile.
 *
 * On a connection of its own, so that nobody waits for it. It neither migrates nor locks: the database is open already.
 */
export async function readSnapshot<T>(location: DatabaseLocation, job: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const isFile = 'folder' in location
  const db = isFile ? readSqlite(fileIn(location.folder)) : connectPostgres(location.url, 1)
  try {
    return await db.connection().execute(async (connection) => {
      await sql.raw(isFile ? 'begin' : 'begin isolation level repeatable read read only').execute(connection)
      const value = await job(connection)
      await sql`rollback`.execute(connection)
      return value
    })
  } finally {
    await db.destroy()
  }
}

function readSqlite(file: string): Kysely<Schema> {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec('pragma query_only = on; pragma busy_timeout = 5000; pragma cache_size = -4096; pragma temp_store = memory')
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(database) }) })
}

/** The database's own trouble as a sentence for the person at the PC; the cause stays with it for the log. */
function inWords(error: unknown): Error {
  if (error instanceof ServerStartError) return error
  const { code, errcode } = error as { code?: string; errcode?: number }
  const options = { cause: error }
  if (errcode === 11 || errcode === 26) return new ServerStartError('数据库文件已损坏，请联系管理员从 backup 文件夹恢复', options)
  if (errcode === 13 || code === 'ENOSPC') return new ServerStartError('磁盘空间不足，无法打开数据库，请清理磁盘后再启动', options)
  if (errcode === 14 || errcode === 8 || code === 'EACCES' || code === 'EPERM')
    return new ServerStartError('没有权限读写数据文件夹，请检查文件夹的权限', options)
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return new ServerStartError('无法连接 PostgreSQL 数据库，请检查地址和网络', options)
  if (code === '28P01' || code === '28000') return new ServerStartError('PostgreSQL 的用户名或密码不正确', options)
  if (code === '3D000') return new ServerStartError('PostgreSQL 中没有这个数据库，请先创建', options)
  return error instanceof Error ? error : new Error(String(error))
}
