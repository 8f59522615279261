import { sql } from 'kysely'
import { propertyCategories, type PropertyCategory } from '#shared/features/property/categories.ts'
import { type Place, createPlaceKeys } from '#shared/place/place.ts'
import { propertyFieldNames, propertyRecord as record } from '#shared/records/property.ts'
import { countOf, inOrderOf, type OnChunk } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { EstateTotals } from '../estate/service.ts'
import { registryColumns, placeTree, propertyColumns, type PropertyFields } from './rules.ts'
import type { PropertyTable } from './tables.ts'
import type { PropertySort } from '#shared/features/property/contract.ts'
import { isOneOf, insertValues, updateMany } from '../../database/dialect.ts'

/** A property's row. */
export type PropertyRow = Omit<PropertyTable, 'id'> & { readonly id: number }

/** Queries on the registry. */
export function propertyStore(db: Db) {
  return {
    ...listQueries(db),
    ...propertyWrites(db),
    /** Undefined if none. */
    find: (publicId: string) => db.selectFrom('property').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** Each unit of an estate once, in no promised order. */
    units: (estateKey: number) =>
      db.selectFrom('property').select(['period', 'zone', 'building', 'unit']).distinct().where('estate_id', '=', estateKey).execute(),

    /** The properties of these keys, in their order; one that is gone is left out. */
    async byKeys(keys: readonly number[]) {
      if (keys.length === 0) return []
      const rows = await db.selectFrom('property').selectAll().where('id', 'in', keys).execute()
      return inOrderOf(keys, rows)
    },

    /** In no promised order; an id that the registry does not have is left out. */
    named: (publicIds: readonly string[]) => db.selectFrom('property').selectAll().where('public_id', 'in', publicIds).execute(),
    /** The property at exactly this place; undefined if none. */
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
    /** Those with an owner's key (`ownerKey`), in reading order. */
    ofOwner: (estateKey: number, ownerKey: string) =>
      db.selectFrom('property').selectAll().where('estate_id', '=', estateKey).where('owner_key', '=', ownerKey).orderBy('place_key').orderBy('id').execute(),
    /** All of them with all columns, in no promised order. */
    ofEstate: (estateKey: number) => db.selectFrom('property').selectAll().where('estate_id', '=', estateKey).execute(),
  }
}

/** What the properties of some estates add up to; an estate without any has no entry. */
export async function propertyTotals(db: Db, estateKeys: readonly number[]): Promise<ReadonlyMap<number, EstateTotals>> {
  if (estateKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('property')
    .select((select) => [
      'estate_id',
      select.fn.countAll<number>().as('properties'),
      select.fn.sum<number>('area_hundredths').as('area'),
      // One owner's properties are one right; one without an ID number is a right by itself.
      sql<number>`count(distinct owner_key) + count(*) - count(owner_key)`.as('rights'),
      // Not by groups: one pass over one index tells all of it.
      ...propertyCategories.map((category) => sql<number>`count(*) filter (where category = ${category})`.as(`properties_${category}` as const)),
      ...propertyCategories.map((category) => sql<number | null>`sum(area_hundredths) filter (where category = ${category})`.as(`area_${category}` as const)),
    ])
    .where('estate_id', 'in', estateKeys)
    .groupBy('estate_id')
    .execute()
  return new Map(
    rows.map((row) => [
      row.estate_id,
      {
        propertyCount: row.properties,
        ballotCount: row.rights,
        areaHundredths: row.area,
        categories: propertyCategories
          .map((category) => ({ category, propertyCount: row[`properties_${category}`], areaHundredths: row[`area_${category}`] ?? 0 }))
          .filter(({ propertyCount }) => propertyCount > 0),
      },
    ]),
  )
}

/** The tree of an estate's places down to units, in reading order. */
export async function propertyPlaces(db: Db, estateKey: number, withCounts: boolean) {
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

/** Queries on an estate's list: its order, its pages and what it adds up to. */
function listQueries(db: Db) {
  /** The properties of an estate, or those of them that a search found. */
  function matching(estateKey: number, among: readonly number[] | null) {
    const ofEstate = db.selectFrom('property').where('estate_id', '=', estateKey)
    return among === null ? ofEstate : ofEstate.where(isOneOf(db, sql.ref('property.id'), among))
  }

  /** The keys of what matches, in the order that is asked for. */
  function inOrder(estateKey: number, among: readonly number[] | null, sort: PropertySort) {
    const direction = sort?.isDescending ? 'desc' : 'asc'
    const keys = matching(estateKey, among).select('id as key')
    return sort?.by === 'area'
      ? keys.orderBy('area_hundredths', direction).orderBy('place_key').orderBy('id')
      : keys.orderBy('place_key', direction).orderBy('id', direction)
  }

  return {
    /** The keys of one page of an estate, or of what a search found in it, and how many there are in all. Where no order is asked for it is that of places. */
    async page(estateKey: number, among: readonly number[] | null, sort: PropertySort, offset: number, limit: number) {
      const keys = (await inOrder(estateKey, among, sort).limit(limit).offset(offset).execute()).map(({ key }) => key)
      // A page that is not full tells the number by itself.
      if (keys.length < limit && (keys.length > 0 || offset === 0)) return { keys, total: offset + keys.length }
      if (among !== null) return { keys, total: among.length }
      return { keys, total: await countOf(matching(estateKey, null)) }
    },

    /** The keys of all of an estate, or of what a search found in it, in the order that is asked for. */
    keys: async (estateKey: number, among: readonly number[] | null, sort: PropertySort): Promise<number[]> =>
      (await inOrder(estateKey, among, sort).execute()).map(({ key }) => key),
    /** The keys of an estate's properties of one category, in reading order. */
    ofCategory: async (estateKey: number, category: PropertyCategory): Promise<number[]> =>
      (await matching(estateKey, null).select('id as key').where('category', '=', category).orderBy('place_key').orderBy('id').execute()).map(({ key }) => key),
    /** What an estate's properties, or those that a search found, add up to. */
    async totals(estateKey: number, among: readonly number[] | null): Promise<{ propertyCount: number; areaHundredths: number }> {
      return matching(estateKey, among)
        .select((select) => [select.fn.countAll<number>().as('propertyCount'), sql<number>`coalesce(sum(area_hundredths), 0)`.as('areaHundredths')])
        .executeTakeFirstOrThrow()
    },
  }
}

/** Rows that are prepared in memory at once; a multiple of what one statement takes. */
const SLICE = 1_000
/** Columns that stay where a row of a workbook finds its property by its place. */
const placeColumns: readonly string[] = ['period', 'zone', 'building', 'unit', 'room', 'place_key']
const changedColumns = registryColumns.filter((name) => !placeColumns.includes(name))
const integers = [...propertyFieldNames.flatMap((name) => ('stored' in record[name] ? [record[name].column] : [])), 'updated_at']

/** Statements that write properties. */
function propertyWrites(db: Db) {
  return {
    /** Fails with the engine's unique violation where the place is taken. */
    async insert(estateKey: number, publicId: string, fields: PropertyFields, now: number): Promise<void> {
      await db
        .insertInto('property')
        .values({ ...propertyColumns(fields), public_id: publicId, estate_id: estateKey, created_at: now, updated_at: now })
        .execute()
    },

    /** Writes all fields, the place among them; fails with the engine's unique violation where that is taken. */
    async update(key: number, fields: PropertyFields, now: number): Promise<void> {
      await db
        .updateTable('property')
        .set({ ...propertyColumns(fields), updated_at: now })
        .where('id', '=', key)
        .execute()
    },

    /** Rosters keep their copies. */
    remove: (keys: readonly number[]) => db.deleteFrom('property').where('id', 'in', keys).execute(),

    /** Inserts many, slice by slice; `onChunk` runs between statements and may throw to give up. */
    async insertAll(estateKey: number, properties: readonly PropertyFields[], newPublicId: () => string, now: number, onChunk: OnChunk): Promise<void> {
      const keyOf = createPlaceKeys()
      for (let from = 0; from < properties.length; from += SLICE) {
        const values: unknown[] = []
        for (const fields of properties.slice(from, from + SLICE)) {
          const columns = propertyColumns(fields, keyOf)
          values.push(newPublicId(), estateKey, now, now)
          for (const name of registryColumns) values.push(columns[name])
        }
        await insertValues(db, 'property', ['public_id', 'estate_id', 'created_at', 'updated_at', ...registryColumns], values, { onChunk })
      }
    },

    /** Writes owner, area, floor and what it is of properties that stand already; their places stay. */
    async updateAll(properties: readonly (PropertyFields & { readonly key: number; readonly now: number })[], onChunk: OnChunk): Promise<void> {
      const rows = properties.map((property) => {
        const columns = propertyColumns(property)
        return [property.key, ...changedColumns.map((name) => columns[name]), property.now]
      })
      await updateMany(db, 'property', 'id', [...changedColumns, 'updated_at'], integers, rows, { onChunk })
    },
  }
}
