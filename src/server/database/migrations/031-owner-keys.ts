import { sql, type Kysely } from 'kysely'
import { ownerKey } from '#shared/owner/owners.ts'
import { placeKey, type Place } from '#shared/place/place.ts'
import { updateMany, type ColumnTypes } from '../dialect.ts'
import type { MigrationStep } from './step.ts'

/** Rows that are read at once. */
const CHUNK = 5_000

interface OwnerRow {
  readonly id: number
  readonly owner_name: string
  readonly id_number: string
  readonly owner_key: string | null
}

/** Whose properties are is judged again: 无, 0 and the like are no ID number, and one number may be written in several ways (`wire.md` section 3). */
async function makeOwnerKeys(tx: Kysely<unknown>): Promise<void> {
  const db = tx as Kysely<Record<'property' | 'roster_property', OwnerRow>>
  for (const table of ['property', 'roster_property'] as const) {
    for (let after = 0; ;) {
      const { rows } = await sql<OwnerRow>`select id, owner_name, id_number, owner_key from ${sql.table(table)}
        where id > ${after} and id_number <> '' order by id limit ${CHUNK}`.execute(db)
      const changed = rows.flatMap(({ id, owner_name, id_number, owner_key }) => {
        const key = ownerKey(owner_name, id_number)
        return key === owner_key ? [] : [[id, key]]
      })
      if (changed.length > 0) await updateMany(db, table, 'id', ['owner_key'], [], changed)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
}

interface PlaceRow extends Place {
  readonly id: number
  readonly place_key: string
}

/** Numerals from a hundred on are numbers in the order of places: 一百零一栋 comes after 二栋. */
async function makePlaceKeys(tx: Kysely<unknown>): Promise<void> {
  const db = tx as Kysely<Record<'property' | 'roster_property' | 'roster_search', PlaceRow>>
  for (const table of ['property', 'roster_property'] as const) {
    const words = sql`period || zone || building || unit || room`
    const { rows } = await sql<PlaceRow>`select id, period, zone, building, unit, room, place_key from ${sql.table(table)}
      where ${words} like '%百%' or ${words} like '%千%' order by id`.execute(db)
    const changed = rows.flatMap((row) => (placeKey(row) === row.place_key ? [] : [[row.id, placeKey(row)]]))
    if (changed.length === 0) continue
    await updateMany(db, table, 'id', ['place_key'], [], changed)
    if (table === 'roster_property') await updateMany(db, 'roster_search', 'roster_property_id', ['place_key'], [], changed)
  }
}

/** Owners, agents and marks are compared whatever way they are written. */
export const ownerKeys = (_types: ColumnTypes): readonly MigrationStep[] => [
  makeOwnerKeys,
  makePlaceKeys,
  // Who an agent is takes more than one key: the ID number, or name and phone.
  `drop index proxy_of_agent`,
  `alter table proxy drop column agent_key`,
  // A mark is looked for in capitals: `a1` is `A1`.
  `create index record_of_code on vote_record (activity_id, upper(marked_code))`,
]
