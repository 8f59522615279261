import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Role } from '#shared/features/account/roles.ts'
import { isOneText } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

/** The estates that an account meets, by their public ids; null: all of them (`after.md` section 6). */
export interface EstateScope {
  readonly estateIds: readonly string[] | null
}
/** Of whom nobody has confined. */
export const allEstates: EstateScope = { estateIds: null }

/** What an account's row says; administrators are never confined. */
export function scopeOf({ role, estate_ids: list }: { readonly role: Role | null; readonly estate_ids: string | null }): EstateScope {
  return list === null || role === 'admin' ? allEstates : { estateIds: JSON.parse(list) as string[] }
}

/** Whether some account that was confined to `now` still meets all that it met before. */
export function isNarrowed(now: EstateScope, before: EstateScope): boolean {
  const { estateIds } = now
  return estateIds !== null && (before.estateIds === null || before.estateIds.some((id) => !estateIds.includes(id)))
}

/** True where a column holds the key of an estate that a scope has. */
export function isInScope(db: Db, { estateIds }: EstateScope, key: Expression<unknown> | RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (estateIds === null) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`${key} in (select seen.id from estate as seen where ${isOneText(db, sql.ref('seen.public_id'), estateIds)})`
}
