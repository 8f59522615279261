import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** Queries on what the administrator has set. */
export function settingQueries(db: Kysely<Schema>) {
  return {
    /** undefined where nothing was set. */
    async coverMinutes(): Promise<number | undefined> {
      return (await db.selectFrom('account_setting').select('cover_minutes').executeTakeFirst())?.cover_minutes
    },
    /** For everybody: the table has one row at most. */
    async setCoverMinutes(minutes: number): Promise<void> {
      await db
        .insertInto('account_setting')
        .values({ id: 1, cover_minutes: minutes })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ cover_minutes: minutes }))
        .execute()
    },
  }
}
