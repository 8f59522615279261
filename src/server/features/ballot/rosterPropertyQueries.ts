import type { Db } from '../../database/schema.ts'
import type { RosterPropertyTable } from './tables.ts'

/** A roster property's row. */
export type RosterPropertyRow = Omit<RosterPropertyTable, 'id'> & { readonly id: number }

/** The properties of an estate that were taken into rosters, or written there, since a moment, in epoch ms: the registry's ids, with the activity's title. */
export async function copiedSince(db: Db, estateKey: number, since: number) {
  const rows = await db
    .selectFrom('roster_property as copy')
    .innerJoin('activity', 'activity.id', 'copy.activity_id')
    .select(['copy.property_public_id', 'activity.title'])
    .where('activity.estate_id', '=', estateKey)
    .where('copy.updated_at', '>=', since)
    .execute()
  return rows.map(({ property_public_id: propertyId, title }) => ({ propertyId, title }))
}

/** Queries on the properties of rosters. */
export function propertyQueries(db: Db) {
  return {
    /** A property of an activity's roster, by its id in the registry or in the roster. */
    property: (activityKey: number, eitherId: string) =>
      db
        .selectFrom('roster_property')
        .selectAll()
        .where('activity_id', '=', activityKey)
        .where((or) => or.or([or('property_public_id', '=', eitherId), or('public_id', '=', eitherId)]))
        .executeTakeFirst(),
    /** A roster property of whichever activity. */
    propertyOfAny: (publicId: string) => db.selectFrom('roster_property').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** The copy of a property of the registry in the newest roster that has one. */
    newestOfId: (propertyId: string) =>
      db.selectFrom('roster_property').selectAll().where('property_public_id', '=', propertyId).orderBy('id', 'desc').limit(1).executeTakeFirst(),
    /** Those of an activity's roster with an owner's key, in reading order. */
    propertiesOfOwner: (activityKey: number, ownerKey: string) =>
      db
        .selectFrom('roster_property')
        .selectAll()
        .where('activity_id', '=', activityKey)
        .where('owner_key', '=', ownerKey)
        .orderBy('place_key')
        .orderBy('id')
        .execute(),
    /** In no promised order; one that is gone is left out. */
    propertiesByKeys: (keys: readonly number[]) => db.selectFrom('roster_property').selectAll().where('id', 'in', keys).execute(),
    /** Those of an activity's roster with these ids in the registry, in no promised order. */
    propertiesByIds: (activityKey: number, propertyIds: readonly string[]) =>
      db.selectFrom('roster_property').selectAll().where('activity_id', '=', activityKey).where('property_public_id', 'in', propertyIds).execute(),
    /** Properties whose places sort alike: the exact ones are among them. */
    propertiesAtPlaces: (activityKey: number, placeKeys: readonly string[]) =>
      db.selectFrom('roster_property').selectAll().where('activity_id', '=', activityKey).where('place_key', 'in', placeKeys).execute(),
    /** All properties of some ballots, in reading order. */
    propertiesOf: (ballotKeys: readonly number[]) =>
      db.selectFrom('roster_property').selectAll().where('ballot_id', 'in', ballotKeys).orderBy('place_key').orderBy('id').execute(),
    /** The first properties of a ballot, in reading order. */
    firstPropertiesOf: (ballotKey: number, limit: number) =>
      db.selectFrom('roster_property').selectAll().where('ballot_id', '=', ballotKey).orderBy('place_key').orderBy('id').limit(limit).execute(),
    /** How many properties each of some ballots has. */
    async propertyCounts(ballotKeys: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('roster_property')
        .select((select) => ['ballot_id', select.fn.countAll<number>().as('count')])
        .where('ballot_id', 'in', ballotKeys)
        .groupBy('ballot_id')
        .execute()
      return new Map(rows.map((row) => [row.ballot_id, row.count]))
    },
    /** Whose some properties are, in the order of their keys in the list. */
    async ownersOf(rosterPropertyKeys: readonly number[]) {
      const rows = await db
        .selectFrom('roster_property')
        .select(['id', 'ballot_id as ballotKey', 'owner_name as ownerName', 'phone', 'id_number as idNumber'])
        .where('id', 'in', rosterPropertyKeys)
        .execute()
      const byKey = new Map(rows.map(({ id, ...owned }) => [id, owned]))
      return rosterPropertyKeys.flatMap((key) => byKey.get(key) ?? [])
    },
  }
}
