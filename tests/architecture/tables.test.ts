import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/server/database/open.ts'
import { tableOwners } from '../../src/server/database/schema.ts'
import { sourcesBelow, type SourceFile } from '../support/imports.ts'
import { tableUse } from '../support/tableUse.ts'

interface Owner {
  readonly owner: string
  readonly readers?: Readonly<Record<string, string>>
  readonly writers?: Readonly<Record<string, string>>
}
const owners: Readonly<Record<string, Owner>> = tableOwners
const tables = new Set(Object.keys(owners))

/** A file's feature, or its folder below src/server if it has none. */
const partOf = (path: string): string => /^src\/server\/features\/([^/]+)\//.exec(path)?.[1] ?? path.split('/')[2] ?? ''

/** The database's own files create, copy and restore tables. */
const files = sourcesBelow('src/server').filter(({ path }) => !path.startsWith('src/server/database/'))

/** `file reads table` and `file writes table` for undeclared access. */
function breaches(sources: readonly Pick<SourceFile, 'path' | 'text'>[]): string[] {
  return sources.flatMap((source) => {
    const part = partOf(source.path)
    const { reads, writes } = tableUse(source, tables)
    const mayWrite = (table: string) => owners[table]?.owner === part || Object.hasOwn(owners[table]?.writers ?? {}, part)
    const mayRead = (table: string) => mayWrite(table) || Object.hasOwn(owners[table]?.readers ?? {}, part)
    return [
      ...[...reads].filter((table) => !mayRead(table)).map((table) => `${source.path} reads ${table}`),
      ...[...writes].filter((table) => !mayWrite(table)).map((table) => `${source.path} writes ${table}`),
    ]
  })
}

describe('database tables', () => {
  it('belong to the feature whose tables.ts declares them', () => {
    const declared = sourcesBelow('src/server/features')
      .filter(({ path }) => path.endsWith('/tables.ts'))
      .flatMap(({ path, text }) => {
        const [, inside = ''] = /export interface \w+Tables \{\n([\s\S]*?)\n\}/.exec(text) ?? []
        return [...inside.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => [table, partOf(path)])
      })
    expect(declared.length).toBeGreaterThan(15)
    expect(Object.entries(owners).map(([table, { owner }]) => [table, owner])).toEqual(expect.arrayContaining(declared))
    expect(declared.length).toBe(tables.size)
  })

  it('are exactly those that the migrations create, except the schema version', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vote-tables-'))
    const database = await openDatabase({ folder })
    try {
      const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(database.read)
      const made = rows.map(({ name }) => name).filter((name) => name !== 'schema_version')
      expect(made.toSorted()).toEqual([...tables].toSorted())
    } finally {
      await database.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('are read and written by their owners and declared others only', () => {
    expect(breaches(files)).toEqual([])
  })

  it('have no declared reader or writer that does not use them', () => {
    const isUsed = (part: string, table: string, use: 'reads' | 'writes') =>
      files.some((file) => partOf(file.path) === part && tableUse(file, tables)[use].has(table))
    const unused = Object.entries(owners).flatMap(([table, { readers = {}, writers = {} }]) => [
      ...Object.keys(readers)
        .filter((part) => !isUsed(part, table, 'reads'))
        .map((part) => `${part} does not read ${table}`),
      ...Object.keys(writers)
        .filter((part) => !isUsed(part, table, 'writes'))
        .map((part) => `${part} does not write ${table}`),
    ])
    expect(unused).toEqual([])
  })

  it.each([
    ["db.selectFrom('session').selectAll()", 'reads session'],
    ["db\n  .selectFrom('session as open')\n  .selectAll()", 'reads session'],
    ["db.selectFrom('estate').innerJoin('captcha', 'captcha.id', 'estate.id')", 'reads captcha'],
    ['sql`select count(*) from login_failure where failed_at > ${now}`', 'reads login_failure'],
    ["for (const table of ['stored_file'] as const) db.selectFrom(table).selectAll()", 'reads stored_file'],
    ["const { properties } = { properties: 'audit_part' }\nsql`select 1 from ${sql.table(properties)}`", 'reads audit_part'],
    ["tx.deleteFrom('user').where('id', '=', key)", 'writes user'],
    ["insertMany(\n  db,\n  'vote_record',\n  columns, rows)", 'writes vote_record'],
    ['sql`select ${count(sql`exists (select 1 from captcha)`)} as shown from nothing`', 'reads captcha'],
    ["const tables = { properties: 'sms_log' }\ndb.selectFrom(tables.properties).selectAll()", 'reads sms_log'],
    ["const tables = { a: 'sms_log' }\ndb.selectFrom(tables[kind]).selectAll()", 'reads sms_log'],
    ["const sent = 'sms_sent'\ndb.selectFrom(`${sent} as sent`).selectAll()", 'reads sms_sent'],
    ["db.deleteFrom('activity').using('audit_check').whereRef('audit_check.id', '=', 'activity.id')", 'reads audit_check'],
    ["updateMany(db, 'ballot', 'id', columns, [], rows)", 'writes ballot'],
    ["for (const table of ['proxy'] as const) erasePersonal(tx, table, columns, key)", 'writes proxy'],
    ["countPersonal(db, 'proxy', columns, key)", 'reads proxy'],
    ['sql`update "estate" set name = ${name}`', 'writes estate'],
  ])('are reported if used by another feature’s store: %s', (text, breach) => {
    const path = 'src/server/features/activity/planted.ts'
    expect(breaches([{ path, text }])).toContain(`${path} ${breach}`)
  })

  it('may be mentioned in comments', () => {
    expect(breaches([{ path: 'src/server/features/activity/planted.ts', text: "// selectFrom('session')\n/* from captcha */" }])).toEqual([])
  })
})
