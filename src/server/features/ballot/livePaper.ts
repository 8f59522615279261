import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the ballot paper of that alias is live: printed, handed out or received, and not spoiled. A ballot has one at the most.
 *
 * Written out, for a bound value would keep SQLite from using the partial index over live papers.
 */
export const livePaper = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.status`)} <> 3`
