import { sql } from 'kysely'
import { ServerStartError } from '../kernel/start-error.ts'
import { readOnly, type Database, type DatabaseLocation, type OpenOptions, type ReadDatabase } from './database.ts'
import { openPostgres, snapshotPostgres } from './postgres.ts'
import { openSqlite, readSqlite } from './sqlite.ts'
import { troubleOf } from './trouble.ts'

/**
 * Opens the database, upgrades it to the newest version and returns its read and write access.
 *
 * @throws ServerStartError with a user-facing message: in use, newer than the program, not reachable, damaged
 */
export async function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  try {
    return await ('url' in location ? openPostgres(location.url, options) : openSqlite(location.folder, options))
  } catch (error) {
    throw inWords(error)
  }
}

/**
 * Reads a database that another thread has open as {@link Database}: everything that `job` reads is of one moment, however
 * long it takes and whatever is written meanwhile.
 *
 * Uses its own connection, so that nothing waits for it. It neither migrates nor locks: the database is already open.
 */
export async function readSnapshot<T>(location: DatabaseLocation, job: (db: ReadDatabase) => Promise<T>): Promise<T> {
  const isFile = 'folder' in location
  const db = isFile ? readSqlite(location.folder) : snapshotPostgres(location.url)
  try {
    return await db.connection().execute(async (connection) => {
      await sql.raw(isFile ? 'begin' : 'begin isolation level repeatable read read only').execute(connection)
      const value = await job(readOnly(connection))
      await sql`rollback`.execute(connection)
      return value
    })
  } finally {
    await db.destroy()
  }
}

/** The database's own failure as a message for the person at the PC, with the cause attached for the log. */
function inWords(error: unknown): Error {
  if (error instanceof ServerStartError) return error
  const { code, errcode } = error as { code?: string; errcode?: number }
  const options = { cause: error }
  if (errcode === 13 || code === 'ENOSPC') return new ServerStartError('磁盘空间不足，无法打开数据库，请清理磁盘后再启动', options)
  if (errcode === 14 || errcode === 8 || code === 'EACCES' || code === 'EPERM')
    return new ServerStartError('没有权限读写数据文件夹，请检查文件夹的权限', options)
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return new ServerStartError('无法连接 PostgreSQL 数据库，请检查地址和网络', options)
  if (code === '28P01' || code === '28000') return new ServerStartError('PostgreSQL 的用户名或密码不正确', options)
  if (code === '3D000') return new ServerStartError('PostgreSQL 中没有这个数据库，请先创建', options)
  const trouble = troubleOf(error)
  if (trouble) return new ServerStartError(`${trouble.reason}，无法启动，${trouble.remedy}`, options)
  return error instanceof Error ? error : new Error(String(error))
}
