import type { Db } from '../../database/schema.ts'
import { loginQueries } from './loginQueries.ts'
import { sessionQueries } from './sessionQueries.ts'
import { scopeQueries, userQueries } from './userQueries.ts'

/** Queries on accounts, sessions and captchas, on the given connection or transaction. */
export function accountStore(db: Db) {
  return { ...userQueries(db), ...scopeQueries(db), ...sessionQueries(db), ...loginQueries(db), ...settingQueries(db) }
}

/** Queries on the administrator's settings. */
function settingQueries(db: Db) {
  return {
    /** Undefined if not set. */
    async coverMinutes(): Promise<number | undefined> {
      return (await db.selectFrom('account_setting').select('cover_minutes').executeTakeFirst())?.cover_minutes
    },
    /** For all users: the table has at most one row. */
    async setCoverMinutes(minutes: number): Promise<void> {
      await db
        .insertInto('account_setting')
        .values({ id: 1, cover_minutes: minutes })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ cover_minutes: minutes }))
        .execute()
    },
  }
}
