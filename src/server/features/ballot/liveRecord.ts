import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the vote record of that alias is live: marked or voted, and not void. A ballot has one live record at the most.
 *
 * Written out, for a bound value would keep SQLite from using the partial indexes over live records.
 */
export const liveRecord = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.status`)} <> 2`
