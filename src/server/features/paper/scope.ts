import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'

const COLUMNS = ['period', 'zone', 'building', 'unit'] as const

/** Whether a property with that alias is below a path; always for the empty path. */
function isBelow(alias: string, path: string): RawBuilder<SqlBool> {
  const parts = path === '' ? [] : path.split(PATH_SEPARATOR).slice(0, COLUMNS.length)
  if (parts.length === 0) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`(${sql.join(
    parts.map((part, index) => sql`${sql.ref(`${alias}.${COLUMNS[index] ?? ''}`)} = ${part}`),
    sql` and `,
  )})`
}

/** Whether a property with that alias is in one of the branches; never without branches. */
export function isInScope(alias: string, paths: readonly string[]): RawBuilder<SqlBool> {
  if (paths.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(${sql.join(
    paths.map((path) => isBelow(alias, path)),
    sql` or `,
  )})`
}
