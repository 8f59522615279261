import { sql, type Kysely } from 'kysely'
import { isOneOf } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import { papersWithProperties } from './paperRows.ts'

/** Queries on what is printed. */
export function printQueries(db: Kysely<Schema>) {
  return {
    /** Papers by their keys with what is printed of them, in no promised order. */
    printed: (keys: readonly number[]) =>
      papersWithProperties(db)
        .innerJoin('ballot', 'ballot.id', 'paper.ballot_id')
        .select(['paper.id', 'paper.code', 'ballot.number', 'ballot.area_hundredths'])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
        .select(sql<number>`(select count(*) from roster_property as member where member.ballot_id = paper.ballot_id)`.as('property_count'))
        .where(isOneOf(db, sql.ref('paper.id'), keys))
        .execute(),
  }
}
