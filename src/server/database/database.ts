import type { Engine } from './dialect.ts'
import type { Inspection } from './inspection.ts'
import type { Migration } from './migrate.ts'
import type { SchemaCheck } from './schema-check.ts'
import type { Db, Schema } from './schema.ts'
import type { WriteQueue } from './write-queue.ts'

/** Where the data lives: a folder of this computer, or a PostgreSQL server. */
export type DatabaseLocation = { readonly folder: string } | { readonly url: string }

type WriteMethod = 'insertInto' | 'replaceInto' | 'updateTable' | 'deleteFrom' | 'mergeInto' | 'schema' | 'transaction' | 'startTransaction'

/**
 * A database that is only read: what writes does not compile on it.
 *
 * A store that is handed one could still be asked to write: then the connection refuses (`query_only` on SQLite,
 * `default_transaction_read_only` on PostgreSQL).
 */
export type ReadDatabase = Db & { readonly [W in WriteMethod]: never }

/** @param db whose connections refuse to write */
// It is the same object: what the type takes away are members that nobody may use.
export const readOnly = (db: Db): ReadDatabase => db as ReadDatabase

/** An open database, whichever the engine. */
export interface Database {
  readonly engine: Engine
  /** For a thread that opens it a second time, to read; see `readSnapshot` (open.ts). */
  readonly location: DatabaseLocation
  /** For reading only: it never sees what is not committed. */
  readonly read: ReadDatabase
  /** The one way to write; see write-queue.ts. A feature's service has it with the journal: features/audit/journal.ts. */
  readonly write: WriteQueue<Schema>['write']
  /**
   * Copies the whole database to a file while work goes on, and checks the copy, which a password encrypts; null on
   * PostgreSQL, which has its own means (`pg_dump`).
   */
  readonly copyTo: ((path: string, password?: string | null) => Promise<Inspection>) | null
  /**
   * Rewrites the data so that nothing of what was deleted is left in them, while others read.
   *
   * SQLite: the whole file again, and its log emptied. PostgreSQL: dead rows go from the tables; its own logs and copies
   * are its administrator's.
   *
   * @returns false if somebody was in the way, or the disk is full: it is to be tried again
   */
  readonly compact: () => Promise<boolean>
  /** Compares the schema with the one that this program makes. */
  readonly checkSchema: () => Promise<SchemaCheck>
  /** Gives back memory that only spares reading the same again. */
  releaseMemory(): void
  /** Before the end: what waits for somebody else's lock is refused. */
  stopWaiting(): void
  /** Waits for the writes that were handed in, and closes the connections; nothing may be asked of it any more. */
  close(): Promise<void>
}

/** What an opening tells while it goes on, and how long work may wait. */
export interface OpenOptions {
  /** Called before an older database is copied and brought up to date, which may take a while. */
  readonly onUpgrade?: () => void
  /** Called while the file is checked before it is opened, once a second, with the seconds that it has taken. */
  readonly onChecking?: (seconds: number) => void
  /** Called once, when damage is found in the open database: from then on nothing is written. */
  readonly onDamaged?: () => void
  /** The code of inspection-worker.ts where this is a bundle. */
  readonly inspectionWorker?: URL
  /** Those of this program unless a test adds one. */
  readonly migrations?: readonly Migration[]
  /** How long work waits for another program or server that holds the database, in ms. */
  readonly retryTimeoutMs?: number
}
