import type { Engine } from './dialect.ts'
import type { Inspection } from './inspection.ts'
import type { Migration } from './migrate.ts'
import type { SchemaCheck } from './schema-check.ts'
import type { Db, Schema } from './schema.ts'
import type { WriteQueue } from './write-queue.ts'

/** Where the data are stored: a local folder, or a PostgreSQL server. */
export type DatabaseLocation = { readonly folder: string } | { readonly url: string }

type WriteMethod = 'insertInto' | 'replaceInto' | 'updateTable' | 'deleteFrom' | 'mergeInto' | 'schema' | 'transaction' | 'startTransaction'

/**
 * A read-only database: writes do not compile on it.
 *
 * A store given one could still attempt to write: the connection then refuses (`query_only` on SQLite,
 * `default_transaction_read_only` on PostgreSQL).
 */
export type ReadDatabase = Db & { readonly [W in WriteMethod]: never }

/** @param db whose connections refuse to write */
// The same object: the type only hides members that must not be used.
export const readOnly = (db: Db): ReadDatabase => db as ReadDatabase

/** An open database, of either engine. */
export interface Database {
  readonly engine: Engine
  /** For threads that open it again to read; see `readSnapshot` (open.ts). */
  readonly location: DatabaseLocation
  /** For reads; sees only committed data. */
  readonly read: ReadDatabase
  /** The only way to write; see write-queue.ts. Features' services get it with the journal: features/journal/journal.ts. */
  readonly write: WriteQueue<Schema>['write']
  /**
   * Copies the whole database to a file online, and checks the copy; a password encrypts it. Null on PostgreSQL, which has
   * its own tools (`pg_dump`).
   */
  readonly copyTo: ((path: string, password?: string | null) => Promise<Inspection>) | null
  /**
   * Rewrites the data so that no deleted data remain, while reads go on.
   *
   * SQLite: rewrites the whole file and truncates its log. PostgreSQL: removes dead rows from the tables; its own logs and
   * copies are its administrator's.
   *
   * @returns false if blocked by others, or the disk is full: to be retried
   */
  readonly compact: () => Promise<boolean>
  /** Compares the schema with the one this program creates. */
  readonly checkSchema: () => Promise<SchemaCheck>
  /** Releases memory used as cache. */
  releaseMemory(): void
  /** Before the end: refuses work waiting for another process's lock. */
  stopWaiting(): void
  /** Waits for queued writes, then closes the connections; it must not be used afterwards. */
  close(): Promise<void>
}

/** Callbacks and timeouts of opening. */
export interface OpenOptions {
  /** Called before an older database is copied and upgraded, which may take a while. */
  readonly onUpgrade?: () => void
  /** Called once a second while the file is checked before opening, with the seconds elapsed. */
  readonly onChecking?: (seconds: number) => void
  /** Called once if the open database turns out damaged: nothing is written from then on. */
  readonly onDamaged?: () => void
  /** The code of inspection-worker.ts, if bundled. */
  readonly inspectionWorker?: URL
  /** This program's by default; tests add more. */
  readonly migrations?: readonly Migration[]
  /** How long work waits while another program or server holds the database, in ms. */
  readonly retryTimeoutMs?: number
}
