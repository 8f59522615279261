import type { Kysely } from 'kysely'
import { createPlaceKeys } from '#shared/place/place.ts'
import { insertMany, updateMany } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import { propertyColumns, type PropertyFields } from './rules.ts'

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
  'category',
  'area_source',
] as const satisfies readonly (keyof ReturnType<typeof propertyColumns>)[]

type Step = () => void | Promise<void>
/** Statements that write properties, each with its place in the list's order. */
export function propertyWrites(db: Kysely<Schema>) {
  /** The greatest key of all houses; 0 where there are none. */
  async function newestKey(): Promise<number> {
    const { key } = await db
      .selectFrom('property')
      .select((select) => select.fn.max<number | null>('id').as('key'))
      .executeTakeFirstOrThrow()
    return key ?? 0
  }

  return {
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

    /** Somebody has decided on a house. */
    settle: (key: number) => db.deleteFrom('unsettled_place').where('property_id', '=', key).execute(),
    remove: (keys: readonly number[]) => db.deleteFrom('property').where('id', 'in', keys).execute(),

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
        // Nobody else writes meanwhile, and keys only grow: what is newer than the last one is what was just inserted. Naming
        // the estate, too, would make SQLite go through all of its houses once for each slice.
        await db
          .insertInto('property_search')
          .columns(['estate_id', 'place_key', 'property_id'])
          .expression((select) => select.selectFrom('property').select(['estate_id', 'place_key', 'id']).where('id', '>', last).orderBy('place_key'))
          .execute()
      }
    },

    /** Writes owner, area, floor and what it is of properties that stand already; their places stay. */
    async updateAll(properties: readonly (PropertyFields & { readonly key: number; readonly now: number })[], step: Step): Promise<void> {
      const changed = ['floor', 'area_hundredths', 'owner_name', 'phone', 'id_number', 'owner_key', 'category', 'area_source'] as const
      const rows = properties.map((property) => {
        const columns = propertyColumns(property)
        return [property.key, ...changed.map((name) => columns[name]), property.now]
      })
      await updateMany(db, 'property', 'id', [...changed, 'updated_at'], ['area_hundredths', 'category', 'area_source', 'updated_at'], rows, { step })
    },
  }
}
