import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the vote record with that alias is live: marked or voted, and not void. A ballot has at most one live record.
 *
 * Literal, as a bound value would keep SQLite from using the partial indexes over live records.
 */
export const liveRecord = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.status`)} <> 2`

/**
 * Whether the ballot at that reference (`ballot.id`, `property.ballot_id`) has a vote: a live record that is voted or
 * tallied, not just marked.
 *
 * Literal for the same reason.
 */
export const hasVote = (ballot: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from vote_record as vote where vote.ballot_id = ${sql.ref(ballot)} and vote.status = 1)`
