import type { Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { StateRow } from './state.ts'

/** A ballot that counts. */
interface BallotKey {
  readonly key: number
  readonly id: string
  readonly areaHundredths: number
}

/** A row of the ballot with that key. */
type OfBallot<Row> = Row & { readonly ballotKey: number }

/**
 * Queries for the digests of an activity, which take its ballots in the order of their public ids, some at a time.
 *
 * Rows are found by their ballots; whether they are of the activity too is asked here and not there, where a database without
 * statistics would read the whole activity each time.
 */
export function digestStore(db: Kysely<Schema>) {
  const keysOf = (ballots: readonly BallotKey[]): number[] => ballots.map(({ key }) => key)
  return {
    /** The ballots that count, in any order. */
    countingBallots: (activityKey: number): Promise<BallotKey[]> =>
      db
        .selectFrom('ballot')
        .select(['id as key', 'public_id as id', 'area_hundredths as areaHundredths'])
        .where('activity_id', '=', activityKey)
        .where('is_ended', '=', 0)
        .execute(),
    /** The properties of some ballots, with what a digest holds of them. */
    async propertiesOf(activityKey: number, ballots: readonly BallotKey[]): Promise<readonly OfBallot<StateRow>[]> {
      const rows = await db
        .selectFrom('roster_property')
        .select(['ballot_id as ballotKey', 'activity_id as activityKey', 'public_id as id', 'period', 'zone', 'building', 'unit', 'room'])
        .select(['area_hundredths as areaHundredths', 'category', 'owner_name as ownerName', 'phone', 'id_number as idNumber', 'owner_salt as ownerSalt'])
        .where('ballot_id', 'in', keysOf(ballots))
        .execute()
      return rows.filter((row) => row.activityKey === activityKey)
    },
    /** The records of some ballots in the order in which they were made. */
    async recordsOf(activityKey: number, ballots: readonly BallotKey[]) {
      const rows = await db
        .selectFrom('vote_record')
        .select(['ballot_id as ballotKey', 'activity_id as activityKey', 'status', 'answers'])
        .where('ballot_id', 'in', keysOf(ballots))
        .orderBy('id')
        .execute()
      return rows.filter((row) => row.activityKey === activityKey)
    },
    /** The keys of all ballots with a property to which something was delivered. */
    async deliveredBallots(activityKey: number): Promise<ReadonlySet<number>> {
      const rows = await db
        .selectFrom('notification')
        .innerJoin('roster_property as property', 'property.id', 'notification.roster_property_id')
        .select('property.ballot_id as key')
        .distinct()
        .where('notification.activity_id', '=', activityKey)
        .where('notification.voided_at', 'is', null)
        .where('property.activity_id', '=', activityKey)
        .execute()
      return new Set(rows.map(({ key }) => key))
    },
  }
}
