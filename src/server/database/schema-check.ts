import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { SchemaFault, SchemaObjectKind } from '#shared/features/journal/schemaFaults.ts'
import { columnTypes, engineOf } from './dialect.ts'
import type { Migration } from './migrate.ts'
import { adaptSqlite } from './sqlite-adapter.ts'

/** An object of a schema: a table, a column, a trigger. */
interface SchemaObject {
  readonly kind: SchemaObjectKind
  /** The table it belongs to. */
  readonly table: string
  readonly name: string
  /** Its definition in the database's own normalized form: equal for equal objects, however they were created. */
  readonly definition: string
  /** Statements that recreate it if missing; empty if it must not be recreated. */
  readonly making: readonly string[]
}
export type SchemaObjects = ReadonlyMap<string, SchemaObject>

/** Creates the schema of the migrations in an empty schema. */
export async function makeSchema(db: Kysely<unknown>, migrations: readonly Migration[]): Promise<void> {
  await sql`create table schema_version (version integer not null)`.execute(db)
  const types = columnTypes[engineOf(db)]
  for (const migration of migrations) for (const step of migration(types)) await (typeof step === 'string' ? sql.raw(step).execute(db) : step(db))
}

/** Result of a schema check. */
export interface SchemaCheck {
  /** Null if the reference schema cannot be created in the database. */
  readonly faults: readonly SchemaFault[] | null
  /** Statements that recreate missing triggers and non-unique indexes, by name. */
  readonly missing: ReadonlyMap<string, readonly string[]>
}

/** Compares a schema with that of the migrations, which is created at the first check and cached. */
export function createSchemaCheck<S>(db: Kysely<S>, makeOwn: () => Promise<SchemaObjects | null>): () => Promise<SchemaCheck> {
  let own: Promise<SchemaObjects | null> | null = null
  return async () => {
    // A failed creation is retried at the next check.
    own ??= makeOwn().catch((error: unknown) => {
      own = null
      throw error
    })
    const expected = await own
    if (expected === null) return { faults: null, missing: new Map() }
    const found = await schemaObjects(db)
    const missing = new Map(
      [...expected].filter(([object, { making }]) => making.length > 0 && !found.has(object)).map(([object, { making }]) => [object, making]),
    )
    return { faults: compareSchemas(expected, found), missing }
  }
}

/** The schema that SQLite makes of the migrations. */
export async function sqliteSchema(migrations: readonly Migration[]): Promise<SchemaObjects> {
  const database = new DatabaseSync(':memory:')
  try {
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: adaptSqlite(database) }) })
    await makeSchema(db, migrations)
    return await schemaObjects(db)
  } finally {
    database.close()
  }
}

/** All objects of a database's schema, except those made by the database itself. */
export async function schemaObjects<S>(db: Kysely<S>): Promise<SchemaObjects> {
  const objects = engineOf(db) === 'sqlite' ? await sqliteObjects(db) : await postgresObjects(db)
  return new Map(objects.map((object) => [nameOf(object), object]))
}

const nameOf = ({ kind, table, name }: SchemaObject): string => (table === name ? `${kind} ${table}` : `${kind} ${table}.${name}`)

/** Objects unrelated to the program's tables are ignored. */
function compareSchemas(expected: SchemaObjects, found: SchemaObjects): readonly SchemaFault[] {
  const tables = new Set([...expected.values()].map(({ table }) => table))
  const faults: SchemaFault[] = []
  for (const [object, { definition, making, kind }] of expected) {
    const present = found.get(object)
    if (!present) faults.push({ object, fault: 'missing', blocks: kind !== 'index' || making.length === 0 })
    else if (present.definition !== definition) faults.push({ object, fault: 'altered', blocks: true })
  }
  for (const [object, { table, kind, making }] of found)
    if (tables.has(table) && !expected.has(object)) faults.push({ object, fault: 'foreign', blocks: kind !== 'index' || making.length === 0 })
  return faults
}

/**
 * A table's columns and constraints are in its creating statement, which SQLite keeps and migrations change in only one way.
 *
 * A table replaced by a view counts as missing, and the view as foreign.
 */
async function sqliteObjects<S>(db: Kysely<S>): Promise<readonly SchemaObject[]> {
  const { rows } = await sql<{ type: 'table' | 'index' | 'trigger' | 'view'; name: string; table: string; text: string }>`
    select type, name, tbl_name as "table", sql as text from sqlite_master where sql is not null and name not like 'sqlite!_%' escape '!'
  `.execute(db)
  return rows.map(({ type, name, table, text }) => ({
    kind: type,
    table,
    name,
    definition: text.replaceAll(/\s+/g, ' '),
    making: type === 'trigger' || (type === 'index' && !/^create unique/i.test(text)) ? [text] : [],
  }))
}

/**
 * From PostgreSQL's catalogue; the schema's own name is removed from definitions.
 *
 * A trigger's function is part of it. For the triggers behind foreign keys, the definition is whether they are enabled.
 */
async function postgresObjects<S>(db: Kysely<S>): Promise<readonly SchemaObject[]> {
  const { rows } = await sql<SchemaObject & { readonly schema: string }>`
    with ours as (select oid, relname, relkind, relpersistence, relrowsecurity, relforcerowsecurity from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f'))
    select object.*, current_schema() as schema from (
      select 'table' as kind, relname::text as "table", relname::text as name,
        concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity) as definition, '{}'::text[] as making
        from ours
      union all
      select 'column', relname, attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
          pg_get_expr(adbin, adrelid), (select collname from pg_collation where oid = attcollation)), '{}'
        from ours join pg_attribute on attrelid = ours.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attnum > 0 and not attisdropped
      union all
      select 'constraint', relname, conname, concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), convalidated, condeferrable, condeferred), '{}'
        from ours join pg_constraint on conrelid = ours.oid
      union all
      select 'index', ours.relname, named.relname, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready),
          case when indisunique then '{}' else array[pg_get_indexdef(indexrelid)] end
        from ours join pg_index on indrelid = ours.oid join pg_class named on named.oid = indexrelid
      union all
      select 'trigger', relname, tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled, prosrc, proconfig),
          array[pg_get_functiondef(tgfoid), pg_get_triggerdef(pg_trigger.oid)]
        from ours join pg_trigger on tgrelid = ours.oid join pg_proc on pg_proc.oid = tgfoid where not tgisinternal
      union all
      select 'trigger', relname, 'foreign keys', string_agg(distinct tgenabled::text, ''), '{}'
        from ours join pg_trigger on tgrelid = ours.oid where tgisinternal group by relname
      union all
      select 'rule', relname, rulename, concat_ws(' ', pg_get_ruledef(pg_rewrite.oid), ev_enabled), '{}'
        from ours join pg_rewrite on ev_class = ours.oid
      union all
      select 'policy', relname, polname, '', '{}' from ours join pg_policy on polrelid = ours.oid
      union all
      select 'inheritance', parent.relname, child.relname, '', '{}'
        from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
        where child.oid in (select oid from ours) or parent.oid in (select oid from ours)
      union all
      select 'inheritance', child.relname, parent.relname, '', '{}'
        from pg_inherits join ours child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    ) object
  `.execute(db)
  return rows.map(({ schema, ...object }) => {
    const bare = (text: string): string => text.replaceAll(`${schema}.`, '').replaceAll(`"${schema}".`, '')
    return { ...object, definition: bare(object.definition), making: object.making.map(bare) }
  })
}
