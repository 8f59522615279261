import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'

const levels = ['period', 'zone', 'building', 'unit'] as const

/** The levels of a path of any depth: `一期▶▶1栋` is period, no zone, and building; null for one that is too deep. */
export function branchOf(path: string): readonly string[] | null {
  const branch = path === '' ? [] : path.split(PATH_SEPARATOR)
  return branch.length > levels.length ? null : branch
}

/** True of the properties of a roster, in the query's `property`, that stand in a branch: its levels from the period down, none is the whole roster. */
export function isInBranch(branch: readonly string[]): RawBuilder<SqlBool> {
  const named = levels.slice(0, branch.length).map((level, index) => sql`${sql.ref(`property.${level}`)} = ${branch[index]}`)
  return named.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(named, sql` and `)}`
}
