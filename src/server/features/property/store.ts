import { sql, type Kysely } from 'kysely'
import { propertyCategories } from '#shared/features/property/categories.ts'
import type { Place } from '#shared/place/place.ts'
import { inOrderOf } from '../../database/rows.ts'
import type { Schema } from '../../database/schema.ts'
import type { EstateTotals } from '../estate/records.ts'
import { listQueries } from './listQueries.ts'
import { placeTree } from './rules.ts'
import type { PropertyTable } from './tables.ts'
import { propertyWrites } from './propertyWrites.ts'

/** A property's row. */
export type PropertyRow = Omit<PropertyTable, 'id'> & { readonly id: number }

/** Queries on the registry. */
export function propertyStore(db: Kysely<Schema>) {
  return {
    ...listQueries(db),
    ...propertyWrites(db),
    /** Undefined where there is none. */
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
    /** The properties of an estate that somebody has to decide on. */
    unsettled: (estateKey: number) =>
      db
        .selectFrom('unsettled_place')
        .innerJoin('property', 'property.id', 'unsettled_place.property_id')
        .selectAll('property')
        .where('property.estate_id', '=', estateKey)
        .execute(),
    /** The property at exactly this place; undefined where there is none. */
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
