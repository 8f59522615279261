import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { isLastAndVoid } from '../ballot/voided.ts'

/** Queries on the codes that records bear. */
export function codeQueries(db: Kysely<Schema>) {
  return {
    /** Last records that are void, the newest first: those that bear one of the codes, and those of the ballots. Ballots that ended have none. */
    lastVoids(activityKey: number, { codes, ballotKeys }: { readonly codes: readonly string[]; readonly ballotKeys: readonly number[] }) {
      return db
        .selectFrom('vote_record as past')
        .innerJoin('ballot', 'ballot.id', 'past.ballot_id')
        .select(['ballot.public_id as ballotId', 'past.marked_code as markedCode', 'past.property_public_id as propertyId'])
        .where('past.activity_id', '=', activityKey)
        .where('ballot.is_ended', '=', 0)
        .where(isLastAndVoid)
        .where((or) =>
          or.or([
            ...(codes.length === 0 ? [] : [or('past.marked_code', 'in', codes)]),
            ...(ballotKeys.length === 0 ? [] : [or('past.ballot_id', 'in', ballotKeys)]),
          ]),
        )
        .orderBy('past.id', 'desc')
        .execute()
    },
    /** Those of the codes that live records bear. */
    async liveCodes(activityKey: number, codes: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('vote_record as record')
        .select('marked_code')
        .where('activity_id', '=', activityKey)
        .where(bearsOneOf(codes))
        .where('marked_code', '<>', sql.lit(''))
        .where(liveRecord('record'))
        .execute()
      return new Set(rows.map((row) => row.marked_code))
    },
    /** The keys of the live record that bears a code, and of its ballot. */
    holderOfCode: (activityKey: number, code: string) =>
      db
        .selectFrom('vote_record as record')
        .select(['id', 'ballot_id'])
        .where('activity_id', '=', activityKey)
        .where('marked_code', '=', code)
        .where(liveRecord('record'))
        .executeTakeFirst(),
  }
}

/** Whether `record` bears one of the codes; none does where there are none. */
export const bearsOneOf = (codes: readonly string[]) => (codes.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`record.marked_code in (${sql.join(codes)})`)
