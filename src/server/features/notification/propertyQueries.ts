import { sql, type Kysely } from 'kysely'
import { placeKey, type Place } from '#shared/place/place.ts'
import type { Schema } from '../../database/schema.ts'

export type OnChunk = () => void | Promise<void>

/** Places or properties that one statement asks for. */
export const ASKED_AT_ONCE = 500

/** Queries on a roster's properties. */
export function propertyQueries(db: Kysely<Schema>) {
  return {
    /** The keys, places and owners of roster rows of an activity, by their public ids. */
    async named(activityKey: number, publicIds: readonly string[], onChunk: OnChunk) {
      const found: (Place & { id: number; owner_name: string })[] = []
      for (let from = 0; from < publicIds.length; from += ASKED_AT_ONCE) {
        await onChunk()
        const rows = await db
          .selectFrom('roster_property')
          .select(['id', 'period', 'zone', 'building', 'unit', 'room', 'owner_name'])
          .where('activity_id', '=', activityKey)
          .where('public_id', 'in', publicIds.slice(from, from + ASKED_AT_ONCE))
          .execute()
        for (const row of rows) found.push(row)
      }
      return found
    },
    /** The first properties of each of some ballots, in reading order, and how many the ballot has. */
    propertiesOf: (ballotKeys: readonly number[], limit: number) =>
      db
        .selectFrom((from) =>
          from
            .selectFrom('roster_property')
            .select(['ballot_id', 'period', 'zone', 'building', 'unit', 'room'])
            .select([
              sql<number>`row_number() over (partition by ballot_id order by place_key, id)`.as('position'),
              sql<number>`count(*) over (partition by ballot_id)`.as('property_count'),
            ])
            .where('ballot_id', 'in', ballotKeys)
            .as('property'),
        )
        .selectAll()
        .where('position', '<=', limit)
        .orderBy('ballot_id')
        .orderBy('position')
        .execute(),
    /** A roster row of whichever activity. */
    findProperty: (rosterPropertyId: string) =>
      db
        .selectFrom('roster_property as property')
        .select(['property.id', 'property.ballot_id', 'property.activity_id'])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room', 'property.owner_name'])
        .where('property.public_id', '=', rosterPropertyId)
        .executeTakeFirst(),
    /** The properties of a roster that stand at one of the places, and perhaps others that sort alike. */
    async propertiesAt(activityKey: number, places: readonly Place[], onChunk: OnChunk) {
      const keys = [...new Set(places.map(placeKey))]
      const found: (Place & { id: number; owner: string })[] = []
      for (let from = 0; from < keys.length; from += ASKED_AT_ONCE) {
        await onChunk()
        const rows = await db
          .selectFrom('roster_search as search')
          .innerJoin('roster_property as property', 'property.id', 'search.roster_property_id')
          .select(['property.id', 'property.period', 'property.zone', 'property.building', 'property.unit', 'property.room', 'property.owner_name as owner'])
          .where('search.activity_id', '=', activityKey)
          .where('search.place_key', 'in', keys.slice(from, from + ASKED_AT_ONCE))
          .execute()
        for (const row of rows) found.push(row)
      }
      return found
    },
  }
}
