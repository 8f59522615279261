import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adaptSqlite } from '../../../src/server/database/sqlite-adapter.ts'

let db: Kysely<unknown>
beforeEach(() => {
  db = new Kysely({ dialect: new SqliteDialect({ database: adaptSqlite(new DatabaseSync(':memory:')) }) })
})
afterEach(() => db.destroy())

const run = async (text: string, ...values: unknown[]) => (await db.executeQuery(CompiledQuery.raw(text, values))).rows

describe('rows of SQLite', () => {
  it('have every column under its name, whatever its value', async () => {
    await run('create table thing (id integer primary key, name text, "a b" blob, missing text)')
    await run('insert into thing (name, "a b") values (?, ?), (?, ?)', '名', new Uint8Array([1, 2]), '', null)
    expect(await run('select * from thing order by id')).toEqual([
      { id: 1, name: '名', 'a b': new Uint8Array([1, 2]), missing: null },
      { id: 2, name: '', 'a b': null, missing: null },
    ])
    expect(await run('select count(*) as count, max(id) from thing')).toEqual([{ count: 2, 'max(id)': 2 }])
    expect(await run('select id from thing where id > 5')).toEqual([])
  })

  it('match the current table definition even for a prepared statement', async () => {
    await run('create table thing (id integer primary key, first text)')
    await run('insert into thing (first) values (?)', 'x')
    expect(await run('select * from thing')).toEqual([{ id: 1, first: 'x' }])
    await run('alter table thing rename column first to second')
    expect(await run('select * from thing')).toEqual([{ id: 1, second: 'x' }])
    await run('alter table thing add column third integer not null default 3')
    expect(await run('select * from thing')).toEqual([{ id: 1, second: 'x', third: 3 }])
  })

  it('are returned by a writing statement', async () => {
    await run('create table thing (id integer primary key, name text)')
    expect(await run('insert into thing (name) values (?) returning id, name', 'x')).toEqual([{ id: 1, name: 'x' }])
  })
})
