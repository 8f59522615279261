import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const MAX_STATEMENTS = 256

/** Converts a value for SQLite; throws for anything but plain data, which must not silently become NULL. */
function toSql(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`cannot bind a ${Object.prototype.toString.call(value)}`)
}

/** Most values are fine as they are: a new list is made only if one is not. */
const isSql = (value: unknown): value is SQLInputValue => typeof value === 'string' || typeof value === 'number' || value === null
const toSqlAll = (parameters: readonly unknown[]): readonly SQLInputValue[] => (parameters.every(isSql) ? parameters : parameters.map(toSql))

/**
 * node:sqlite in the form that Kysely's SqliteDialect expects, with a bounded cache of prepared statements.
 *
 * The caller keeps `database` for pragmas and backups; closing the adapter closes it.
 *
 * @param onError called with every error of a statement before it is thrown
 */
export function adaptSqlite(database: DatabaseSync, onError: (error: unknown) => void = () => undefined): SqliteDatabase {
  const reporting = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      onError(error)
      throw error
    }
  }
  const statements = new Map<string, SqliteStatement>()
  const prepare = (text: string): SqliteStatement => {
    const known = statements.get(text)
    if (known) return known
    // Cached statements are valid for the current tables only.
    if (/^\s*(?:create|alter|drop)\s/i.test(text)) statements.clear()
    const statement = adaptStatement(
      database,
      reporting(() => database.prepare(text)),
      text,
      reporting,
    )
    const oldest = statements.keys().next().value
    if (statements.size >= MAX_STATEMENTS && oldest !== undefined) statements.delete(oldest)
    statements.set(text, statement)
    return statement
  }
  return {
    prepare,
    close() {
      statements.clear()
      database.close()
    },
  }
}

type Row = Record<string, unknown>

function adaptStatement(database: DatabaseSync, statement: StatementSync, text: string, reporting: <T>(work: () => T) => T): SqliteStatement {
  const names = statement.columns().map(({ name }) => name)
  // node:sqlite returns a dictionary per row, slow to create and to read: rows of one shape are built here instead.
  statement.setReturnArrays(true)
  const shape: Row = Object.fromEntries(names.map((name) => [name, null]))
  const toRow = (values: readonly unknown[]): Row => {
    const row = { ...shape }
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row
  }
  return {
    reader: names.length > 0,
    // With the arrays requested above, which the type does not reflect.
    all: (parameters) => reporting(() => statement.all(...toSqlAll(parameters)) as unknown as readonly unknown[][]).map(toRow),
    run: (parameters) => reporting(() => statement.run(...toSqlAll(parameters))),
    // A cached statement must not be iterated twice at once, so each iteration has its own.
    iterate: (parameters) => database.prepare(text).iterate(...toSqlAll(parameters)),
  }
}
