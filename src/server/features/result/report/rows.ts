import type { Place } from '#shared/place/place.ts'
import type { Db } from '../../../database/schema.ts'

/** Maximum rows per query. */
export const CHUNK = 1_000

export const placeColumns = ['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'] as const

/** The place from a row with more columns, such as those of {@link placeColumns}. */
export const placeOf = ({ period, zone, building, unit, room }: Place): Place => ({ period, zone, building, unit, room })

/** The names of all users by their keys. */
export async function operatorNames(db: Db): Promise<ReadonlyMap<number, string>> {
  return new Map((await db.selectFrom('user').select(['id', 'nick_name']).execute()).map((row) => [row.id, row.nick_name]))
}

/** A user's name by key; `''` for null and for an unknown key. */
export const nameIn = (names: ReadonlyMap<number, string>, key: number | null): string => (key === null ? '' : (names.get(key) ?? ''))
