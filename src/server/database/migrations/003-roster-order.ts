import type { ColumnTypes } from '../dialect.ts'

/** A roster's order becomes an index on its properties; it was a table of its own, written along with them. */
export const rosterOrder = (_types: ColumnTypes): readonly string[] => [
  `drop table roster_search`,
  `create index roster_order on roster_property (activity_id, place_key, id)`,
]
