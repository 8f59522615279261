import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** Queries on a roster as a whole. */
export function rosterQueries(db: Kysely<Schema>) {
  return {
    /** The keys of a roster's properties, in reading order. */
    propertyKeysInOrder: async (activityKey: number): Promise<number[]> =>
      (
        await db
          .selectFrom('roster_search')
          .select('roster_property_id as key')
          .where('activity_id', '=', activityKey)
          .orderBy('place_key')
          .orderBy('roster_property_id')
          .execute()
      ).map(({ key }) => key),
    /** The keys of the properties whose owners may have several: of a name that occurs twice, or co-owners, whose order may differ. */
    namesakeKeys: async (activityKey: number): Promise<number[]> => {
      const repeated = db
        .selectFrom('roster_property')
        .select('owner_name')
        .where('activity_id', '=', activityKey)
        .groupBy('owner_name')
        .having((having) => having.fn.countAll<number>(), '>', 1)
      const properties = await db
        .selectFrom('roster_property')
        .select('id')
        .where('activity_id', '=', activityKey)
        .where((either) => either.or([either('owner_name', 'in', repeated), either('owner_name', 'like', '%/%')]))
        .execute()
      return properties.map(({ id }) => id)
    },
    /** How many properties and ballots a roster has, and what they come to. */
    async totals(activityKey: number): Promise<{ propertyCount: number; ballotCount: number; areaHundredths: number }> {
      const properties = await db
        .selectFrom('roster_property')
        .select((select) => [select.fn.countAll<number>().as('propertyCount'), sql<number>`coalesce(sum(area_hundredths), 0)`.as('areaHundredths')])
        .where('activity_id', '=', activityKey)
        .executeTakeFirstOrThrow()
      const { ballotCount } = await db
        .selectFrom('ballot')
        .select((select) => select.fn.countAll<number>().as('ballotCount'))
        .where('activity_id', '=', activityKey)
        .where('is_ended', '=', 0)
        .executeTakeFirstOrThrow()
      return { ...properties, ballotCount }
    },
  }
}
