import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'

const levels = ['period', 'zone', 'building', 'unit'] as const

/** The levels of a path: `一期▶▶1栋` is period, no zone, and building; null if too deep. */
export function branchOf(path: string): readonly string[] | null {
  const branch = path === '' ? [] : path.split(PATH_SEPARATOR)
  return branch.length > levels.length ? null : branch
}

/** SQL condition: whether the query's `property` is in a branch, given by its levels from the period down; empty: the whole roster. */
export function isInBranch(branch: readonly string[]): RawBuilder<SqlBool> {
  const named = levels.slice(0, branch.length).map((level, index) => sql`${sql.ref(`property.${level}`)} = ${branch[index]}`)
  return named.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(named, sql` and `)}`
}
