import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { BallotLayoutTable } from './tables.ts'

/** Queries on frozen layouts; one is never changed. */
export function layoutQueries(db: Kysely<Schema>) {
  return {
    /** Undefined as long as no paper was issued. */
    find: (activityKey: number) => db.selectFrom('ballot_layout').selectAll().where('activity_id', '=', activityKey).executeTakeFirst(),
    /** To be called where {@link find} found none: an activity has one for ever. */
    insert: (row: BallotLayoutTable) => db.insertInto('ballot_layout').values(row).execute(),
  }
}
