import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { migrate, migrations } from '../../src/server/database/migrate.ts'
import type { DatabaseLocation } from '../../src/server/database/open.ts'
import { adaptSqlite } from '../../src/server/database/sqlite-adapter.ts'

/** Rows by their tables, each a value for every column that has no default. */
export type OldRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/**
 * Makes a database as a program of before left it: with the first `version` migrations and these rows.
 *
 * The table names and columns are those of that version, so nothing of the present program checks them.
 */
export async function makeOldDatabase(location: DatabaseLocation, version: number, rows: OldRows): Promise<void> {
  const db = connect(location)
  try {
    await migrate(db, () => Promise.resolve(), migrations.slice(0, version))
    for (const [table, values] of Object.entries(rows)) {
      if (values.length > 0)
        await db
          .insertInto(table)
          .values([...values])
          .execute()
    }
  } finally {
    await db.destroy()
  }
}

function connect(location: DatabaseLocation): Kysely<Record<string, Record<string, unknown>>> {
  if ('url' in location) return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: location.url, max: 1 }) }) })
  mkdirSync(location.folder, { recursive: true })
  return new Kysely({ dialect: new SqliteDialect({ database: adaptSqlite(new DatabaseSync(join(location.folder, 'vote.db'))) }) })
}
