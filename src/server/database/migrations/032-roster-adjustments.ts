import type { ColumnTypes } from '../dialect.ts'

/** How many houses of a roster changed the whole while votes were cast (清册调整); null: none. */
export const rosterAdjustments = ({ integer }: ColumnTypes): readonly string[] => [`alter table activity add column adjusted_houses ${integer}`]
