import type { Kysely } from 'kysely'
import { createPlaceKeys } from '#shared/place/place.ts'
import { insertValues, updateMany } from '../../database/dialect.ts'
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

type OnChunk = () => void | Promise<void>
/** Statements that write properties. */
export function propertyWrites(db: Kysely<Schema>) {
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

    /** Somebody has decided on a property. */
    settle: (key: number) => db.deleteFrom('unsettled_place').where('property_id', '=', key).execute(),
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
          for (const name of COLUMNS) values.push(columns[name])
        }
        await insertValues(db, 'property', ['public_id', 'estate_id', 'created_at', 'updated_at', ...COLUMNS], values, { onChunk })
      }
    },

    /** Writes owner, area, floor and what it is of properties that stand already; their places stay. */
    async updateAll(properties: readonly (PropertyFields & { readonly key: number; readonly now: number })[], onChunk: OnChunk): Promise<void> {
      const changed = ['floor', 'area_hundredths', 'owner_name', 'phone', 'id_number', 'owner_key', 'category', 'area_source'] as const
      const rows = properties.map((property) => {
        const columns = propertyColumns(property)
        return [property.key, ...changed.map((name) => columns[name]), property.now]
      })
      await updateMany(db, 'property', 'id', [...changed, 'updated_at'], ['area_hundredths', 'category', 'area_source', 'updated_at'], rows, { onChunk })
    },
  }
}
