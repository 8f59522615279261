import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Role } from '#shared/features/account/roles.ts'
import { isOneText } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

/** The estates visible to an account, by public id; null: all (`after.md` section 6). */
export interface EstateScope {
  readonly estateIds: readonly string[] | null
}
/** The scope of accounts that are not confined. */
export const allEstates: EstateScope = { estateIds: null }

/** The scope from an account's row; administrators are never confined. */
export function scopeOf({ role, estate_ids: list }: { readonly role: Role | null; readonly estate_ids: string | null }): EstateScope {
  return list === null || role === 'admin' ? allEstates : { estateIds: JSON.parse(list) as string[] }
}

/** Whether the scope `now` lacks an estate that `before` had. */
export function isNarrowed(now: EstateScope, before: EstateScope): boolean {
  const { estateIds } = now
  return estateIds !== null && (before.estateIds === null || before.estateIds.some((id) => !estateIds.includes(id)))
}

/** SQL condition: whether a column's estate key is in the scope. */
export function isInScope(db: Db, { estateIds }: EstateScope, key: Expression<unknown> | RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (estateIds === null) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`${key} in (select seen.id from estate as seen where ${isOneText(db, sql.ref('seen.public_id'), estateIds)})`
}
