import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { isInScope, type EstateScope } from '../../scope/estateScope.ts'
import type { EstateTable } from './tables.ts'

type Written = Omit<EstateTable, 'id'>

/** Queries on the table of estates alone. */
export function estateStore(db: Kysely<Schema>) {
  const within = (scope: EstateScope) => db.selectFrom('estate').where(isInScope(db, scope, sql.ref('estate.id')))
  return {
    /** Undefined if none. */
    find: (publicId: string) => db.selectFrom('estate').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** For a key referred to by another row; throws if missing. */
    identity: (key: number) => db.selectFrom('estate').select(['public_id', 'name']).where('id', '=', key).executeTakeFirstOrThrow(),
    /** Newest first. */
    async page(scope: EstateScope, offset: number, limit: number) {
      const rows = await within(scope).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
      const { total } = await within(scope)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },
    /** All estates of a scope, newest first. */
    whole: (scope: EstateScope) => within(scope).selectAll().orderBy('id', 'desc').execute(),
    /** Public ids and names, newest first. */
    all: (scope: EstateScope) => within(scope).select(['public_id', 'name']).orderBy('id', 'desc').execute(),
    insert: (estate: Written) => db.insertInto('estate').values(estate).execute(),
    update: (key: number, change: Partial<Written>) => db.updateTable('estate').set(change).where('id', '=', key).execute(),
    remove: (key: number) => db.deleteFrom('estate').where('id', '=', key).execute(),
  }
}
