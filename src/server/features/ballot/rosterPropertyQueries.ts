import type { Db } from '../../database/schema.ts'
import type { RosterPropertyTable } from './tables.ts'

/** A roster property's row. */
export type RosterPropertyRow = Omit<RosterPropertyTable, 'id'> & { readonly id: number }

/** The properties of an estate copied to or changed in rosters since a moment, in epoch ms: registry ids, with the activity's title. */
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
    /** A roster property of any activity. */
    propertyOfAny: (publicId: string) => db.selectFrom('roster_property').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** A registry property's copy in the newest roster that has one. */
    newestOfId: (propertyId: string) =>
      db.selectFrom('roster_property').selectAll().where('property_public_id', '=', propertyId).orderBy('id', 'desc').limit(1).executeTakeFirst(),
    /** An activity's roster properties with an owner key, in reading order. */
    propertiesOfOwner: (activityKey: number, ownerKey: string) =>
      db
        .selectFrom('roster_property')
        .selectAll()
        .where('activity_id', '=', activityKey)
        .where('owner_key', '=', ownerKey)
        .orderBy('place_key')
        .orderBy('id')
        .execute(),
    /** In no particular order; missing ones are left out. */
    propertiesByKeys: (keys: readonly number[]) => db.selectFrom('roster_property').selectAll().where('id', 'in', keys).execute(),
    /** An activity's roster properties with these registry ids, in no particular order. */
    propertiesByIds: (activityKey: number, propertyIds: readonly string[]) =>
      db.selectFrom('roster_property').selectAll().where('activity_id', '=', activityKey).where('property_public_id', 'in', propertyIds).execute(),
    /** Properties with these sort keys of places: a superset of those at the exact places. */
    propertiesAtPlaces: (activityKey: number, placeKeys: readonly string[]) =>
      db.selectFrom('roster_property').selectAll().where('activity_id', '=', activityKey).where('place_key', 'in', placeKeys).execute(),
    /** All properties of some ballots, in reading order. */
    propertiesOf: (ballotKeys: readonly number[]) =>
      db.selectFrom('roster_property').selectAll().where('ballot_id', 'in', ballotKeys).orderBy('place_key').orderBy('id').execute(),
    /** The first properties of a ballot, in reading order. */
    firstPropertiesOf: (ballotKey: number, limit: number) =>
      db.selectFrom('roster_property').selectAll().where('ballot_id', '=', ballotKey).orderBy('place_key').orderBy('id').limit(limit).execute(),
    /** The number of properties per ballot. */
    async propertyCounts(ballotKeys: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('roster_property')
        .select((select) => ['ballot_id', select.fn.countAll<number>().as('count')])
        .where('ballot_id', 'in', ballotKeys)
        .groupBy('ballot_id')
        .execute()
      return new Map(rows.map((row) => [row.ballot_id, row.count]))
    },
    /** The owners of some properties, in the order of the given keys. */
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
