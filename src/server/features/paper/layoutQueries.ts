import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { BallotLayoutTable } from './tables.ts'

/** Queries on frozen layouts. */
export function layoutQueries(db: Kysely<Schema>) {
  return {
    /** Undefined as long as no paper was issued. */
    find: (activityKey: number) => db.selectFrom('ballot_layout').selectAll().where('activity_id', '=', activityKey).executeTakeFirst(),
    /** Takes the place of one whose papers are all spoiled. */
    async put(row: BallotLayoutTable): Promise<void> {
      await db.deleteFrom('ballot_layout').where('activity_id', '=', row.activity_id).execute()
      await db.insertInto('ballot_layout').values(row).execute()
    },
  }
}
