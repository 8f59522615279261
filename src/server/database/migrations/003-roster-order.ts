import type { ColumnTypes } from '../dialect.ts'

/** The order of a roster is an index of its properties; it was a table of its own, written along with them. */
export const rosterOrder = (_types: ColumnTypes): readonly string[] => [
  `drop table roster_search`,
  `create index roster_order on roster_property (activity_id, place_key, id)`,
]
