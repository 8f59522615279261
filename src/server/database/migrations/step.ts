import type { Kysely } from 'kysely'

/** A statement, or what SQL alone cannot do, on the transaction of all of them; it finds the tables as they are at its point. */
export type MigrationStep = string | ((tx: Kysely<unknown>) => Promise<void>)
