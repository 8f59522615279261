import type { ColumnTypes } from '../dialect.ts'

/** What an approved change did to each roster: JSON, RosterOutcome; empty for requests that were decided before. */
export const approvalOutcomes = ({ text }: ColumnTypes): readonly string[] => [`alter table property_change add column rosters ${text} not null default '[]'`]
