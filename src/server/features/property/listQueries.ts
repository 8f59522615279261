import { sql, type Kysely } from 'kysely'
import type { PropertyCategory } from '#shared/features/property/categories.ts'
import type { PropertySort } from '#shared/features/property/contract.ts'
import { isOneOf } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'

/** Queries on an estate's list: its order, its pages and what it adds up to. */
export function listQueries(db: Kysely<Schema>) {
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

  return {
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
    /** The keys of an estate's houses of one category, in reading order. */
    ofCategory: async (estateKey: number, category: PropertyCategory): Promise<number[]> =>
      (
        await matching(estateKey, null)
          .innerJoin('property', 'property.id', 'property_search.property_id')
          .select('property_search.property_id as key')
          .where('property.category', '=', category)
          .orderBy('property_search.place_key')
          .orderBy('property_search.property_id')
          .execute()
      ).map(({ key }) => key),
    /** What an estate's houses, or those that a search found, add up to. */
    async totals(estateKey: number, among: readonly number[] | null): Promise<{ propertyCount: number; areaHundredths: number }> {
      // An index of the wide table has all of it.
      const ofEstate = db.selectFrom('property').where('estate_id', '=', estateKey)
      const areas = among === null ? ofEstate : ofEstate.where(isOneOf(db, sql.ref('property.id'), among))
      return areas
        .select((select) => [select.fn.countAll<number>().as('propertyCount'), sql<number>`coalesce(sum(property.area_hundredths), 0)`.as('areaHundredths')])
        .executeTakeFirstOrThrow()
    },
  }
}
