import { sql, type Kysely } from 'kysely'
import { engineOf } from '../database/dialect.ts'
import type { Schema } from '../database/schema.ts'
import type { SearchedProperty, UnitPlace } from './unitProperties.ts'

/** Whose properties are searched: an estate's registry, or an activity's roster. */
export interface SearchScope {
  readonly kind: 'registry' | 'roster'
  /** The database's key of the estate or the activity. */
  readonly key: number
}

/** A unit, and how often its properties have changed. */
export interface UnitState extends UnitPlace {
  readonly changes: number
}

/** Where the properties of a scope stand, and where the database counts their changes (migration 006). */
const tables = {
  registry: { properties: 'property', owner: 'estate_id', changes: 'registry_unit_changes' },
  roster: { properties: 'roster_property', owner: 'activity_id', changes: 'roster_unit_changes' },
} as const

/** Units whose properties are read by one statement. */
export const UNITS_AT_ONCE = 50

/** What the search reads; nothing here writes. */
export function searchStore(db: Kysely<Schema>, { kind, key }: SearchScope) {
  const { properties, owner, changes } = tables[kind]
  return {
    /** How many units there have been and how often they have changed in all: both only ever grow. */
    async state(): Promise<{ units: number; changes: number }> {
      const { rows } = await sql<{ units: number; changes: number | null }>`
        select count(*) as units, sum(changes) as changes from ${sql.table(changes)} where ${sql.ref(owner)} = ${key}`.execute(db)
      return { units: rows[0]?.units ?? 0, changes: rows[0]?.changes ?? 0 }
    },

    /** Every unit that a property has ever been in, in no promised order. */
    async units(): Promise<UnitState[]> {
      const { rows } = await sql<UnitState>`
        select period, zone, building, unit, changes from ${sql.table(changes)} where ${sql.ref(owner)} = ${key}`.execute(db)
      return rows
    },

    /** The properties of some units, each unit's in reading order; `unit` is a unit's place in `places`. */
    async properties(places: readonly UnitPlace[]): Promise<(SearchedProperty & { readonly at: number })[]> {
      const given = sql.join(
        places.map(
          ({ period, zone, building, unit }, at) =>
            sql`(cast(${at} as integer), cast(${period} as text), cast(${zone} as text), cast(${building} as text), cast(${unit} as text))`,
        ),
      )
      // SQLite has no statistics to tell it that the few units come first: a cross join does.
      const join = sql.raw(engineOf(db) === 'sqlite' ? 'cross join' : 'join')
      const { rows } = await sql<SearchedProperty & { readonly at: number }>`
        select given.column1 as at, property.id as key, property.room, property.owner_name as "ownerName", property.phone, property.id_number as "idNumber"
        from (values ${given}) as given
        ${join} ${sql.table(properties)} as property on property.${sql.ref(owner)} = ${key}
          and property.period = given.column2 and property.zone = given.column3 and property.building = given.column4 and property.unit = given.column5
        order by given.column1, property.place_key, property.id`.execute(db)
      return rows
    },
  }
}
