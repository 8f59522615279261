import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '../../../src/server/database/migrations/all.ts'
import { createSchemaCheck, makeSchema, sqliteSchema } from '../../../src/server/database/schema-check.ts'
import { adaptSqlite } from '../../../src/server/database/sqlite-adapter.ts'

it('compares again after creating a reference schema failed, and creates it once', async () => {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: adaptSqlite(database) }) })
  await makeSchema(db, migrations)
  let tries = 0
  const check = createSchemaCheck(db, () => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('no connection')) : sqliteSchema(migrations)
  })
  await expect(check()).rejects.toThrow('no connection')
  expect(await check()).toEqual({ faults: [], missing: new Map() })
  expect(await check()).toEqual({ faults: [], missing: new Map() })
  expect(tries).toBe(2)
  await db.destroy()
})
