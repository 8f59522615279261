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
    /** The distinct units of an estate, in no particular order. */
    units: (estateKey: number) =>
      db.selectFrom('property').select(['period', 'zone', 'building', 'unit']).distinct().where('estate_id', '=', estateKey).execute(),

    /** The properties with these keys, in that order; missing ones are left out. */
    async byKeys(keys: readonly number[]) {
      if (keys.length === 0) return []
      const rows = await db.selectFrom('property').selectAll().where('id', 'in', keys).execute()
      return inOrderOf(keys, rows)
    },

    /** In no particular order; unknown ids are left out. */
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
    /** Those with an owner key (`ownerKey`), in reading order. */
    ofOwner: (estateKey: number, ownerKey: string) =>
      db.selectFrom('property').selectAll().where('estate_id', '=', estateKey).where('owner_key', '=', ownerKey).orderBy('place_key').orderBy('id').execute(),
    /** All of them with all columns, in no particular order. */
    ofEstate: (estateKey: number) => db.selectFrom('property').selectAll().where('estate_id', '=', estateKey).execute(),
  }
}

/** Totals over the properties of some estates; estates without properties have no entry. */
export async function propertyTotals(db: Db, estateKeys: readonly number[]): Promise<ReadonlyMap<number, EstateTotals>> {
  if (estateKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('property')
    .select((select) => [
      'estate_id',
      select.fn.countAll<number>().as('properties'),
      select.fn.sum<number>('area_hundredths').as('area'),
      // One owner's properties share one right; a property without an ID number is a right of its own.
      sql<number>`count(distinct owner_key) + count(*) - count(owner_key)`.as('rights'),
      // Filters instead of groups: a single pass over one index yields all.
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

/** Queries on an estate's list: order, pages and totals. */
function listQueries(db: Db) {
  /** The properties of an estate, or those among a search result. */
  function matching(estateKey: number, among: readonly number[] | null) {
    const ofEstate = db.selectFrom('property').where('estate_id', '=', estateKey)
    return among === null ? ofEstate : ofEstate.where(isOneOf(db, sql.ref('property.id'), among))
  }

  /** Keys of the matching properties, in the chosen order. */
  function inOrder(estateKey: number, among: readonly number[] | null, sort: PropertySort) {
    const direction = sort?.isDescending ? 'desc' : 'asc'
    const keys = matching(estateKey, among).select('id as key')
    return sort?.by === 'area'
      ? keys.orderBy('area_hundredths', direction).orderBy('place_key').orderBy('id')
      : keys.orderBy('place_key', direction).orderBy('id', direction)
  }

  return {
    /** The keys of one page of an estate, or of a search result, and the total. The default order is that of places. */
    async page(estateKey: number, among: readonly number[] | null, sort: PropertySort, offset: number, limit: number) {
      const keys = (await inOrder(estateKey, among, sort).limit(limit).offset(offset).execute()).map(({ key }) => key)
      // A partial page implies the total.
      if (keys.length < limit && (keys.length > 0 || offset === 0)) return { keys, total: offset + keys.length }
      if (among !== null) return { keys, total: among.length }
      return { keys, total: await countOf(matching(estateKey, null)) }
    },

    /** The keys of all of an estate, or of a search result, in the chosen order. */
    keys: async (estateKey: number, among: readonly number[] | null, sort: PropertySort): Promise<number[]> =>
      (await inOrder(estateKey, among, sort).execute()).map(({ key }) => key),
    /** The keys of an estate's properties of one category, in reading order. */
    ofCategory: async (estateKey: number, category: PropertyCategory): Promise<number[]> =>
      (await matching(estateKey, null).select('id as key').where('category', '=', category).orderBy('place_key').orderBy('id').execute()).map(({ key }) => key),
    /** Totals over an estate's properties, or over a search result. */
    async totals(estateKey: number, among: readonly number[] | null): Promise<{ propertyCount: number; areaHundredths: number }> {
      return matching(estateKey, among)
        .select((select) => [select.fn.countAll<number>().as('propertyCount'), sql<number>`coalesce(sum(area_hundredths), 0)`.as('areaHundredths')])
        .executeTakeFirstOrThrow()
    },
  }
}

/** Rows prepared in memory at once; a multiple of the rows per statement. */
const SLICE = 1_000
/** Columns unchanged when a workbook row updates the property at its place. */
const placeColumns: readonly string[] = ['period', 'zone', 'building', 'unit', 'room', 'place_key']
const changedColumns = registryColumns.filter((name) => !placeColumns.includes(name))
const integers = [...propertyFieldNames.flatMap((name) => ('stored' in record[name] ? [record[name].column] : [])), 'updated_at']

/** Statements that write properties. */
function propertyWrites(db: Db) {
  return {
    /** Throws the engine's unique violation if the place is taken. */
    async insert(estateKey: number, publicId: string, fields: PropertyFields, now: number): Promise<void> {
      await db
        .insertInto('property')
        .values({ ...propertyColumns(fields), public_id: publicId, estate_id: estateKey, created_at: now, updated_at: now })
        .execute()
    },

    /** Writes all fields including the place; throws the engine's unique violation if that is taken. */
    async update(key: number, fields: PropertyFields, now: number): Promise<void> {
      await db
        .updateTable('property')
        .set({ ...propertyColumns(fields), updated_at: now })
        .where('id', '=', key)
        .execute()
    },

    /** Rosters keep their copies. */
    remove: (keys: readonly number[]) => db.deleteFrom('property').where('id', 'in', keys).execute(),

    /** Inserts many, slice by slice; `onChunk` runs between statements and may throw to abort. */
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

    /** Writes all fields except the place of existing properties. */
    async updateAll(properties: readonly (PropertyFields & { readonly key: number; readonly now: number })[], onChunk: OnChunk): Promise<void> {
      const rows = properties.map((property) => {
        const columns = propertyColumns(property)
        return [property.key, ...changedColumns.map((name) => columns[name]), property.now]
      })
      await updateMany(db, 'property', 'id', [...changedColumns, 'updated_at'], integers, rows, { onChunk })
    },
  }
}
