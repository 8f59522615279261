import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { migrate, migrations } from '../../src/server/database/migrate.ts'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { adaptSqlite } from '../../src/server/database/sqlite-adapter.ts'

/** Rows by their tables, each a value for every column that has no default. */
export type OldRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** So that a statement has not more values than the engines take. */
const ROWS_AT_ONCE = 500

/**
 * Makes a database as a program of before left it: with the first `version` migrations and these rows.
 *
 * The table names and columns are those of that version, so nothing of the present program checks them.
 */
export async function makeOldDatabase(location: DatabaseLocation, version: number, rows: OldRows): Promise<void> {
  const db = connect(location)
  try {
    await migrate(db, () => Promise.resolve(), migrations.slice(0, version))
    await db.transaction().execute(async (tx) => {
      for (const [table, values] of Object.entries(rows))
        for (let from = 0; from < values.length; from += ROWS_AT_ONCE)
          await tx
            .insertInto(table)
            .values(values.slice(from, from + ROWS_AT_ONCE))
            .execute()
    })
  } finally {
    await db.destroy()
  }
}

/** The columns that tables had after the first `version` migrations. */
export async function columnsOfVersion(version: number, tables: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely<Record<string, Record<string, unknown>>>({ dialect: new SqliteDialect({ database: adaptSqlite(database) }) })
  try {
    await migrate(db, () => Promise.resolve(), migrations.slice(0, version))
    return new Map(
      tables.map((table) => [
        table,
        new Set(
          database
            .prepare(`pragma table_info(${table})`)
            .all()
            .map(({ name }) => String(name)),
        ),
      ]),
    )
  } finally {
    await db.destroy()
  }
}

function connect(location: DatabaseLocation): Kysely<Record<string, Record<string, unknown>>> {
  if ('url' in location) return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: location.url, max: 1 }) }) })
  mkdirSync(location.folder, { recursive: true })
  return new Kysely({ dialect: new SqliteDialect({ database: adaptSqlite(new DatabaseSync(join(location.folder, 'vote.db'))) }) })
}
