import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

export function activityStore(db: Kysely<Schema>) {
  return {
    find: (publicId: string) => db.selectFrom('activity').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** Those of an estate that are not finished, newest first. */
    unfinished: (estateKey: number) =>
      db
        .selectFrom('activity')
        .select(['public_id', 'title', 'status'])
        .where('estate_id', '=', estateKey)
        .where('status', '<', 3)
        .orderBy('id', 'desc')
        .execute(),
  }
}
