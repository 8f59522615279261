import { sql, type Kysely } from 'kysely'
import { updateMany } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import { houseColumns, unsettledReason } from '../property/rules.ts'
import { liveRecord } from './liveRecord.ts'
import type { HouseFields } from './rules.ts'
import type { RosterPropertyTable } from './tables.ts'
import { isCodeTaken, isLastAndVoid, isVoided } from './voided.ts'

/** A ballot with the status of its live record, null where it has none. */
export type BallotRow = Awaited<ReturnType<ReturnType<typeof ballotStore>['byKeys']>>[number]
/** A roster property's row. */
export type HouseRow = Omit<RosterPropertyTable, 'id'> & { readonly id: number }

/** The same as nextWrite() of the row's own time. */
const nextWriteInSql = (now: number) => sql<number>`case when updated_at + 1000 > ${now} then updated_at + 1000 else ${now} end`

/** Queries on rosters and ballots. A ballot's live record, which voting writes, is half of what its state is: it is read here. */
export function ballotStore(db: Kysely<Schema>) {
  const ballots = () =>
    db
      .selectFrom('ballot')
      .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
      .select(['ballot.id', 'ballot.public_id', 'ballot.number', 'ballot.area_hundredths', 'ballot.is_ended', 'record.status as record_status'])
      .select(isVoided.as('is_voided'))

  return {
    find: (activityKey: number, publicId: string) =>
      ballots().where('ballot.activity_id', '=', activityKey).where('ballot.public_id', '=', publicId).executeTakeFirst(),
    byKeys: (keys: readonly number[]) => ballots().where('ballot.id', 'in', keys).orderBy('ballot.id').execute(),

    /** The highest number that a ballot of the activity ever had. */
    async lastNumber(activityKey: number): Promise<number> {
      const { last } = await db
        .selectFrom('ballot')
        .select((select) => select.fn.max<number | null>('number').as('last'))
        .where('activity_id', '=', activityKey)
        .executeTakeFirstOrThrow()
      return last ?? 0
    },
    insertBallot: (activityKey: number, publicId: string, number: number, areaHundredths: number) =>
      db
        .insertInto('ballot')
        .values({ public_id: publicId, activity_id: activityKey, number, area_hundredths: areaHundredths })
        .returning('id')
        .executeTakeFirstOrThrow(),

    /** The sums of the areas of ballots' houses, by the ballots' keys; one that has no house has no entry. */
    async areas(keys: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('roster_property')
        .select((select) => ['ballot_id', select.fn.sum<number>('area_hundredths').as('area')])
        .where('ballot_id', 'in', keys)
        .groupBy('ballot_id')
        .execute()
      return new Map(rows.map((row) => [row.ballot_id, row.area]))
    },
    /** Brings the area of ballots to the sum of their houses; one that has none left ends. */
    async settle(keys: readonly number[]): Promise<void> {
      const areas = await this.areas(keys)
      const rows = keys.map((key) => [key, areas.get(key) ?? 0, areas.has(key) ? 0 : 1])
      await updateMany(db, 'ballot', 'id', ['area_hundredths', 'is_ended'], ['area_hundredths', 'is_ended'], rows)
    },
    /** The ballots among these whose last record is void, each with that record's code and whether another record has the code now. */
    lastVoids: (keys: readonly number[]) =>
      db
        .selectFrom('vote_record as past')
        .select(['past.ballot_id', 'past.marked_code'])
        .select(isCodeTaken.as('is_code_taken'))
        .where('past.ballot_id', 'in', keys)
        .where(isLastAndVoid)
        .execute(),
    removeBallots: (keys: readonly number[]) => db.deleteFrom('ballot').where('id', 'in', keys).execute(),

    /** How many ballots of an activity count. */
    async count(activityKey: number): Promise<number> {
      const { count } = await db
        .selectFrom('ballot')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('activity_id', '=', activityKey)
        .where('is_ended', '=', 0)
        .executeTakeFirstOrThrow()
      return count
    },

    /** A house of an activity's roster, by its id in the registry or in the roster. */
    house: (activityKey: number, eitherId: string) =>
      db
        .selectFrom('roster_property')
        .selectAll()
        .where('activity_id', '=', activityKey)
        .where((or) => or.or([or('property_public_id', '=', eitherId), or('public_id', '=', eitherId)]))
        .executeTakeFirst(),
    /** A roster property of whichever activity. */
    houseOfAny: (publicId: string) => db.selectFrom('roster_property').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    housesByKeys: (keys: readonly number[]) => db.selectFrom('roster_property').selectAll().where('id', 'in', keys).execute(),
    housesOfProperties: (activityKey: number, propertyIds: readonly string[]) =>
      db.selectFrom('roster_property').selectAll().where('activity_id', '=', activityKey).where('property_public_id', 'in', propertyIds).execute(),
    /** Houses whose places sort alike: the exact ones are among them. */
    housesAtPlaces: (activityKey: number, placeKeys: readonly string[]) =>
      db
        .selectFrom('roster_search')
        .innerJoin('roster_property', 'roster_property.id', 'roster_search.roster_property_id')
        .selectAll('roster_property')
        .where('roster_search.activity_id', '=', activityKey)
        .where('roster_search.place_key', 'in', placeKeys)
        .execute(),
    /** The houses of a roster that somebody has to decide on, by themselves or because of their house in the registry. */
    async unsettled(activityKey: number): Promise<HouseRow[]> {
      const own = await db
        .selectFrom('unsettled_place')
        .innerJoin('roster_property', 'roster_property.id', 'unsettled_place.roster_property_id')
        .selectAll('roster_property')
        .where('roster_property.activity_id', '=', activityKey)
        .execute()
      const copied = await db
        .selectFrom('unsettled_place')
        .innerJoin('property', 'property.id', 'unsettled_place.property_id')
        .innerJoin('roster_property', 'roster_property.property_public_id', 'property.public_id')
        .selectAll('roster_property')
        .where('roster_property.activity_id', '=', activityKey)
        .execute()
      return [...new Map([...own, ...copied].map((house) => [house.id, house])).values()]
    },
    /** All houses of some ballots, in reading order. */
    housesOf: (ballotKeys: readonly number[]) =>
      db.selectFrom('roster_property').selectAll().where('ballot_id', 'in', ballotKeys).orderBy('place_key').orderBy('id').execute(),

    /** The first houses of a ballot, in reading order. */
    firstHousesOf: (ballotKey: number, limit: number) =>
      db.selectFrom('roster_property').selectAll().where('ballot_id', '=', ballotKey).orderBy('place_key').orderBy('id').limit(limit).execute(),
    /** How many houses each of some ballots has. */
    async houseCounts(ballotKeys: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('roster_property')
        .select((select) => ['ballot_id', select.fn.countAll<number>().as('count')])
        .where('ballot_id', 'in', ballotKeys)
        .groupBy('ballot_id')
        .execute()
      return new Map(rows.map((row) => [row.ballot_id, row.count]))
    },

    /** Writes a house's fields, and its place in the roster's order. */
    async updateHouse(key: number, fields: HouseFields, now: number, propertyId?: string): Promise<void> {
      const columns = houseColumns(fields)
      await db
        .updateTable('roster_property')
        .set({ ...columns, updated_at: nextWriteInSql(now), ...(propertyId === undefined ? {} : { property_public_id: propertyId }) })
        .where('id', '=', key)
        .execute()
      if (unsettledReason(fields) === null) await db.deleteFrom('unsettled_place').where('roster_property_id', '=', key).execute()
      await db.updateTable('roster_search').set({ place_key: columns.place_key }).where('roster_property_id', '=', key).execute()
    },
    /** The keys of a roster's houses, in reading order. */
    houseKeysInOrder: async (activityKey: number): Promise<number[]> =>
      (
        await db
          .selectFrom('roster_search')
          .select('roster_property_id as key')
          .where('activity_id', '=', activityKey)
          .orderBy('place_key')
          .orderBy('roster_property_id')
          .execute()
      ).map(({ key }) => key),
    /** The keys of the houses whose owners may have several: of a name that occurs twice, or co-owners, whose order may differ. */
    namesakeKeys: async (activityKey: number): Promise<number[]> => {
      const repeated = db
        .selectFrom('roster_property')
        .select('owner_name')
        .where('activity_id', '=', activityKey)
        .groupBy('owner_name')
        .having((having) => having.fn.countAll<number>(), '>', 1)
      const houses = await db
        .selectFrom('roster_property')
        .select('id')
        .where('activity_id', '=', activityKey)
        .where((either) => either.or([either('owner_name', 'in', repeated), either('owner_name', 'like', '%/%')]))
        .execute()
      return houses.map(({ id }) => id)
    },
    /** How many houses and ballots a roster has, and what they come to. */
    async totals(activityKey: number): Promise<{ houseCount: number; ballotCount: number; areaHundredths: number }> {
      const houses = await db
        .selectFrom('roster_property')
        .select((select) => [select.fn.countAll<number>().as('houseCount'), sql<number>`coalesce(sum(area_hundredths), 0)`.as('areaHundredths')])
        .where('activity_id', '=', activityKey)
        .executeTakeFirstOrThrow()
      const { ballotCount } = await db
        .selectFrom('ballot')
        .select((select) => select.fn.countAll<number>().as('ballotCount'))
        .where('activity_id', '=', activityKey)
        .where('is_ended', '=', 0)
        .executeTakeFirstOrThrow()
      return { ...houses, ballotCount }
    },
    /** Whose some houses are, in the order of their keys in the list. */
    async ownersOf(houseKeys: readonly number[]) {
      const rows = await db
        .selectFrom('roster_property')
        .select(['id', 'ballot_id as ballotKey', 'owner_name as ownerName', 'phone', 'id_number as idNumber'])
        .where('id', 'in', houseKeys)
        .execute()
      const byKey = new Map(rows.map(({ id, ...owned }) => [id, owned]))
      return houseKeys.flatMap((key) => byKey.get(key) ?? [])
    },
    /** The keys of ballots of an activity, by their public ids. */
    keysOf: (activityKey: number, publicIds: readonly string[]) =>
      db.selectFrom('ballot').select(['id', 'public_id']).where('activity_id', '=', activityKey).where('public_id', 'in', publicIds).execute(),
    putOnBallots: (moved: readonly { readonly house: number; readonly to: number }[], step: () => Promise<void>) =>
      updateMany(
        db,
        'roster_property',
        'id',
        ['ballot_id'],
        ['ballot_id'],
        moved.map(({ house, to }) => [house, to]),
        { step },
      ),
    putOnBallot: (houseKey: number, ballotKey: number) => db.updateTable('roster_property').set({ ballot_id: ballotKey }).where('id', '=', houseKey).execute(),
    removeHouses: (keys: readonly number[]) => db.deleteFrom('roster_property').where('id', 'in', keys).execute(),
  }
}
