import type { AnswerOf, QueryOf } from '#shared/contract/index.ts'
import type { Page } from '#shared/contract/page.ts'
import { required } from '#shared/contract/refusals.ts'
import type { FoundProperty, Property } from '#shared/features/property/contract.ts'
import { placeInWords, type Place } from '#shared/place/place.ts'
import { propertyRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import type { Database } from '../../database/database.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { WatchedSearch } from '../../search/watchedSearch.ts'
import type { EstateService } from '../estate/service.ts'
import { findInEstate, type PropertyFilter } from './finding.ts'
import { toProperty, type RegisteredProperty } from './records.ts'
import { propertyStore } from './store.ts'

export interface PropertyReadsDeps {
  readonly database: Pick<Database, 'read'>
  readonly estates: EstateService
  readonly search: WatchedSearch
}

/** Read-only queries on the registry, for screens and later features. */
export function createPropertyReads({ database, estates, search }: PropertyReadsDeps) {
  const findFor = (caller: Caller, estateKey: number, filter: PropertyFilter) =>
    findInEstate({ db: database.read, estateKey, find: (db, scope, condition) => search.find(db, scope, { condition }, caller) }, filter)

  return {
    /**
     * One page: in the chosen order, else best match first, else in reading order.
     *
     * @throws Refusal `estate.notFound` (404)
     */
    async list({ estateId, condition, category, sort, pageNo, pageSize }: QueryOf<'property.list'>, caller: Caller): Promise<Page<FoundProperty>> {
      const estate = await estates.require(database.read, estateId)
      const store = propertyStore(database.read)
      const from = (pageNo - 1) * pageSize
      const found = await findFor(caller, estate.id, { condition, category })
      const { keys, total } =
        found && !sort
          ? { keys: found.keys.slice(from, from + pageSize), total: found.keys.length }
          : await store.page(estate.id, found?.keys ?? null, sort, from, pageSize)
      const rows = (await store.byKeys(keys)).map((row) => ({
        ...toProperty(row, estateId),
        ...(found?.initialsOf ? { initials: found.initialsOf(row.owner_name) } : {}),
      }))
      return { rows, total }
    },

    /**
     * Totals over the properties matching a condition.
     *
     * @throws Refusal `estate.notFound` (404)
     */
    async totals({ estateId, condition, category }: QueryOf<'property.totals'>, caller: Caller): Promise<AnswerOf<'property.totals'>> {
      const estate = await estates.require(database.read, estateId)
      const found = await findFor(caller, estate.id, { condition, category })
      return propertyStore(database.read).totals(estate.id, found?.keys ?? null)
    },

    /** The properties with these ids, in no particular order; unknown ones are left out. */
    async named(db: Db, ids: readonly string[]): Promise<RegisteredProperty[]> {
      if (ids.length === 0) return []
      return (await propertyStore(db).named(ids)).map((row) => ({ ...asFields(propertyRecord, row), id: row.public_id, estateKey: row.estate_id }))
    },

    /** A property's database key, if the registry has it. */
    keyOf: async (db: Db, id: string): Promise<number | undefined> => (await propertyStore(db).find(id))?.id,

    /**
     * A property's whole numbers, and its name in the journal.
     *
     * @throws Refusal `property.notFound` (404)
     */
    async numbersOf(db: Db, id: string) {
      const row = required(await propertyStore(db).find(id), 'property.notFound')
      const about = { estateName: await estates.nameOf(db, row.estate_id), place: placeInWords(row), ownerName: row.owner_name }
      return { numbers: { phone: row.phone, idNumber: row.id_number }, about }
    },

    /** The distinct units of an estate's properties. */
    units: (db: Db, estateKey: number): Promise<Omit<Place, 'room'>[]> => propertyStore(db).units(estateKey),

    /** The id of the property at a place of an estate, if any. */
    async idAt(db: Db, estateKey: number, place: Place): Promise<string | undefined> {
      return (await propertyStore(db).at(estateKey, place))?.public_id
    },

    /**
     * A property and all others of the same owner in its estate, in reading order; one without an ID number is alone.
     *
     * @returns null if the registry has no such property
     */
    async propertiesOfOwner(id: string): Promise<{ property: Property; properties: Property[] } | null> {
      const store = propertyStore(database.read)
      const row = await store.find(id)
      if (!row) return null
      const estateId = await estates.publicIdOf(database.read, row.estate_id)
      const rows = row.owner_key === null ? [row] : await store.ofOwner(row.estate_id, row.owner_key)
      return { property: toProperty(row, estateId), properties: rows.map((each) => toProperty(each, estateId)) }
    },
  }
}
