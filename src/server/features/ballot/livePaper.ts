import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the ballot paper with that alias is live: printed, handed out or received, and not spoiled. A ballot has at most one.
 *
 * Literal, as a bound value would keep SQLite from using the partial index over live papers.
 */
export const livePaper = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.status`)} <> 3`
