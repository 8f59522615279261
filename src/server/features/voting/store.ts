import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { codeQueries } from './codeQueries.ts'
import { countQueries } from './countQueries.ts'
import { recordQueries } from './recordQueries.ts'
import { recordWrites } from './recordWrites.ts'
import { situationQueries } from './situationQueries.ts'

/** Queries on vote records, and on what a vote needs to know, by topic; on whatever connection or transaction it is given. */
export function votingStore(db: Kysely<Schema>) {
  return {
    ...situationQueries(db),
    ...recordQueries(db),
    ...recordWrites(db),
    ...codeQueries(db),
    ...countQueries(db),

    /** The key of a ballot of an activity, also of one that has ended; undefined where there is none. */
    findBallot: (activityKey: number, ballotId: string) =>
      db.selectFrom('ballot').select('id').where('activity_id', '=', activityKey).where('public_id', '=', ballotId).executeTakeFirst(),
  }
}

export type FoundRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof votingStore>['findRecord']>>>
