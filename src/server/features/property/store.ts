import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { PropertySort } from '#shared/features/property/contract.ts'
import { createPlaceKeys, type Place } from '#shared/place/place.ts'
import { insertMany, isOneOf, updateMany } from '../../database/dialect.ts'
import { inOrderOf } from '../../database/rows.ts'
import type { Schema } from '../../database/schema.ts'
import type { EstateTotals } from '../estate/order.ts'
import { propertyColumns, placeTree, type PropertyFields } from './rules.ts'
import type { PropertyTable } from './tables.ts'

/** Rows that are prepared in memory at once; a multiple of what one statement takes. */
const SLICE = 1_000
const COLUMNS = [
  'period',
  'zone',
  'building',
  'unit',
  'floor',
  'room',
  'place_key',
  'area_hundredths',
  'owner_name',
  'phone',
  'id_number',
  'owner_key',
] as const satisfies readonly (keyof ReturnType<typeof propertyColumns>)[]

type Step = () => void | Promise<void>
/** A house's row. */
export type PropertyRow = Omit<PropertyTable, 'id'> & { readonly id: number }

export function propertyStore(db: Kysely<Schema>) {
  /** The search rows of an estate, or those of what a search found. */
  function matching(estateKey: number, among: readonly number[] | null) {
    const ofEstate = db.selectFrom('property_search').where('property_search.estate_id', '=', estateKey)
    return among === null ? ofEstate : ofEstate.where(isOneOf(db, sql.ref('property_search.property_id'), among))
  }

  /** The keys of what matches, in the order that is asked for. */
  function inOrder(estateKey: number, among: readonly number[] | null, sort: PropertySort) {
    const direction = sort?.isDescending ? 'desc' : 'asc'
    if (sort?.by === 'area') {
      return matching(estateKey, among)
        .innerJoin('property', 'property.id', 'property_search.property_id')
        .select('property_search.property_id as key')
        .orderBy('property.area_hundredths', direction)
        .orderBy('property_search.place_key')
        .orderBy('property_search.property_id')
    }
    return matching(estateKey, among)
      .select('property_search.property_id as key')
      .orderBy('property_search.place_key', direction)
      .orderBy('property_search.property_id', direction)
  }

  /** The greatest key of all houses; 0 where there are none. */
  async function newestKey(): Promise<number> {
    const { key } = await db
      .selectFrom('property')
      .select((select) => select.fn.max<number | null>('id').as('key'))
      .executeTakeFirstOrThrow()
    return key ?? 0
  }

  return {
    find: (publicId: string) => db.selectFrom('property').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    units: (estateKey: number) =>
      db.selectFrom('property').select(['period', 'zone', 'building', 'unit']).distinct().where('estate_id', '=', estateKey).execute(),

    /** The keys of one page of an estate, or of what a search found in it, and how many there are in all. Where no order is asked for it is that of places. */
    async page(estateKey: number, among: readonly number[] | null, sort: PropertySort, offset: number, limit: number) {
      const keys = (await inOrder(estateKey, among, sort).limit(limit).offset(offset).execute()).map(({ key }) => key)
      // A page that is not full tells the number by itself.
      if (keys.length < limit && (keys.length > 0 || offset === 0)) return { keys, total: offset + keys.length }
      if (among !== null) return { keys, total: among.length }
      const { total } = await matching(estateKey, null)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { keys, total }
    },

    /** The keys of all of an estate, or of what a search found in it, in the order that is asked for. */
    keys: async (estateKey: number, among: readonly number[] | null, sort: PropertySort): Promise<number[]> =>
      (await inOrder(estateKey, among, sort).execute()).map(({ key }) => key),
    /** The properties of these keys, in their order; one that is gone is left out. */
    async byKeys(keys: readonly number[]) {
      if (keys.length === 0) return []
      const rows = await db.selectFrom('property').selectAll().where('id', 'in', keys).execute()
      return inOrderOf(keys, rows)
    },

    /** What an estate's houses, or those that a search found, add up to. */
    async totals(estateKey: number, among: readonly number[] | null): Promise<{ propertyCount: number; areaHundredths: number }> {
      // An index of the wide table has all of it.
      const ofEstate = db.selectFrom('property').where('estate_id', '=', estateKey)
      const areas = among === null ? ofEstate : ofEstate.where(isOneOf(db, sql.ref('property.id'), among))
      return areas
        .select((select) => [select.fn.countAll<number>().as('propertyCount'), sql<number>`coalesce(sum(property.area_hundredths), 0)`.as('areaHundredths')])
        .executeTakeFirstOrThrow()
    },

    async insert(estateKey: number, publicId: string, fields: PropertyFields, now: number): Promise<void> {
      const columns = propertyColumns(fields)
      const { id } = await db
        .insertInto('property')
        .values({ ...columns, public_id: publicId, estate_id: estateKey, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('property_search').values({ estate_id: estateKey, place_key: columns.place_key, property_id: id }).execute()
    },

    async update(key: number, fields: PropertyFields, now: number): Promise<void> {
      const columns = propertyColumns(fields)
      await db
        .updateTable('property')
        .set({ ...columns, updated_at: now })
        .where('id', '=', key)
        .execute()
      await db.updateTable('property_search').set({ place_key: columns.place_key }).where('property_id', '=', key).execute()
    },

    named: (publicIds: readonly string[]) => db.selectFrom('property').selectAll().where('public_id', 'in', publicIds).execute(),
    /** The houses of an estate that somebody has to decide on. */
    unsettled: (estateKey: number) =>
      db
        .selectFrom('unsettled_place')
        .innerJoin('property', 'property.id', 'unsettled_place.property_id')
        .selectAll('property')
        .where('property.estate_id', '=', estateKey)
        .execute(),
    /** Somebody has decided on a house. */
    settle: (key: number) => db.deleteFrom('unsettled_place').where('property_id', '=', key).execute(),
    at: (estateKey: number, { period, zone, building, unit, room }: Place) =>
      db
        .selectFrom('property')
        .selectAll()
        .where('estate_id', '=', estateKey)
        .where('period', '=', period)
        .where('zone', '=', zone)
        .where('building', '=', building)
        .where('unit', '=', unit)
        .where('room', '=', room)
        .executeTakeFirst(),
    ofOwner: (estateKey: number, ownerKey: string) =>
      db.selectFrom('property').selectAll().where('estate_id', '=', estateKey).where('owner_key', '=', ownerKey).orderBy('place_key').orderBy('id').execute(),
    remove: (keys: readonly number[]) => db.deleteFrom('property').where('id', 'in', keys).execute(),

    ofEstate: (estateKey: number) => db.selectFrom('property').selectAll().where('estate_id', '=', estateKey).execute(),

    /** Inserts many, slice by slice; `step` runs between statements and may throw to give up. */
    async insertAll(estateKey: number, properties: readonly PropertyFields[], newPublicId: () => string, now: number, step: Step): Promise<void> {
      const keyOf = createPlaceKeys()
      for (let from = 0; from < properties.length; from += SLICE) {
        const last = await newestKey()
        const rows = properties.slice(from, from + SLICE).map((fields) => {
          const columns = propertyColumns(fields, keyOf)
          return [newPublicId(), estateKey, now, now, ...COLUMNS.map((name) => columns[name])]
        })
        await insertMany(db, 'property', ['public_id', 'estate_id', 'created_at', 'updated_at', ...COLUMNS], rows, { step })
        await step()
        // Nobody else writes meanwhile, and keys only grow: what is newer than the last one is what was just inserted.
        await db
          .insertInto('property_search')
          .columns(['estate_id', 'place_key', 'property_id'])
          .expression((select) =>
            select
              .selectFrom('property')
              .select(['estate_id', 'place_key', 'id'])
              .where('id', '>', last)
              .where('estate_id', '=', estateKey)
              .orderBy('place_key'),
          )
          .execute()
      }
    },

    /** Writes owner, area and floor of properties that stand already; their places stay. */
    async updateAll(properties: readonly (PropertyFields & { readonly key: number; readonly now: number })[], step: Step): Promise<void> {
      const changed = ['floor', 'area_hundredths', 'owner_name', 'phone', 'id_number', 'owner_key'] as const
      const rows = properties.map((property) => {
        const columns = propertyColumns(property)
        return [property.key, ...changed.map((name) => columns[name]), property.now]
      })
      await updateMany(db, 'property', 'id', [...changed, 'updated_at'], ['area_hundredths', 'updated_at'], rows, { step })
    },
  }
}

/** What the properties of some estates add up to; an estate without any has no entry. */
export async function propertyTotals(db: Kysely<Schema>, estateKeys: readonly number[]): Promise<ReadonlyMap<number, EstateTotals>> {
  if (estateKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('property')
    .select((select) => [
      'estate_id',
      select.fn.countAll<number>().as('properties'),
      select.fn.sum<number>('area_hundredths').as('area'),
      // One owner's properties are one right; one without an ID number is a right by itself.
      sql<number>`count(distinct owner_key) + count(*) - count(owner_key)`.as('rights'),
    ])
    .where('estate_id', 'in', estateKeys)
    .groupBy('estate_id')
    .execute()
  return new Map(rows.map((row) => [row.estate_id, { propertyCount: row.properties, ballotCount: row.rights, areaHundredths: row.area }]))
}

/** The tree of an estate's places down to units, in reading order. */
export async function propertyPlaces(db: Kysely<Schema>, estateKey: number, withCounts: boolean) {
  const rows = await db
    .selectFrom('property')
    .select(['period', 'zone', 'building', 'unit'])
    .select((expression) => expression.fn.countAll<number>().as('propertyCount'))
    .where('estate_id', '=', estateKey)
    .groupBy(['period', 'zone', 'building', 'unit'])
    .orderBy((order) => order.fn.min('place_key'))
    .execute()
  return placeTree(rows, withCounts)
}
