import { sql, type Kysely } from 'kysely'
import type { PropertyCategory } from '#shared/features/property/categories.ts'
import type { PropertySort } from '#shared/features/property/contract.ts'
import { isOneOf } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'

/** Queries on an estate's list: its order, its pages and what it adds up to. */
export function listQueries(db: Kysely<Schema>) {
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
      const { total } = await matching(estateKey, null)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { keys, total }
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
