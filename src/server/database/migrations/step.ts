import type { Kysely } from 'kysely'

/** A statement, or work on the data that statements cannot do; it finds the tables as they are at its point. */
export type MigrationStep = string | ((tx: Kysely<unknown>) => Promise<void>)
