import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { copyBeforeUpgrade, copyDatabase } from './backup.ts'
import { takeLockFile } from './lock-file.ts'
import { migrate } from './migrate.ts'
import type { Database, OpenOptions } from './open.ts'
import { retryingDialect } from './retrying-dialect.ts'
import type { Schema } from './schema.ts'
import { adaptSqlite } from './sqlite-adapter.ts'
import { DatabaseMovedError } from './trouble.ts'
import { createWriteDoor } from './write-door.ts'

/** Before 3.51.3 a rare race could damage a WAL database (`design/storage.md`, Engine). */
const OLDEST_SQLITE = [3, 51, 3] as const

export const fileIn = (folder: string): string => join(folder, 'vote.db')
/** Where the program keeps its own copies. */
export const backupFolderIn = (folder: string): string => join(folder, 'backup')

export async function openSqlite(folder: string, { onUpgrade = () => undefined, patience }: OpenOptions): Promise<Database> {
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
    const read = new Kysely<Schema>({ dialect: retryingDialect(new SqliteDialect({ database: adaptSqlite(reading) }), patience) })
    // From here on nothing waits inside SQLite, where all other work of this process would wait with it.
    for (const connection of [writing, reading]) connection.exec('pragma busy_timeout = 0')
    const isInPlace = placeOf(file)
    const door = createWriteDoor(writer, {
      ...(patience === undefined ? {} : { patience }),
      begin: async (connection) => {
        if (!isInPlace()) throw new DatabaseMovedError(file)
        await sql`begin immediate`.execute(connection)
      },
    })
    return {
      engine: 'sqlite',
      location: { folder },
      read,
      write: door.write,
      employ: door.employ,
      stopWaiting: () => door.stopWaiting(),
      copyTo: (path) => copyDatabase(file, path),
      async close() {
        await door.close()
        await read.destroy()
        await writer.destroy()
        giveLockBack()
      },
    }
  } catch (error) {
    giveLockBack()
    throw error
  }
}

/**
 * Tells whether a path still leads to the file that it leads to now.
 *
 * SQLite in WAL mode does not look: it would go on writing into a file that was deleted or replaced.
 */
function placeOf(file: string): () => boolean {
  const { ino } = statSync(file, { bigint: true })
  return () => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino === ino
}

/** Opened while nobody else is served yet: waiting inside SQLite does no harm. */
function openSqliteFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
  database.exec(`
    pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full;
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

/** For a thread of its own, which may wait inside SQLite. */
export function readSqlite(folder: string): Kysely<Schema> {
  const database = new DatabaseSync(fileIn(folder), { readOnly: true })
  database.exec('pragma query_only = on; pragma busy_timeout = 5000; pragma cache_size = -4096; pragma temp_store = memory')
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(database) }) })
}
