import type { Kysely } from 'kysely'

/** One step of a migration: a statement, or what SQL alone cannot do, on the transaction of all of them. */
export type MigrationStep = string | (<S>(tx: Kysely<S>) => Promise<void>)
