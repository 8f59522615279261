import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { isBusy } from './trouble.ts'

/** How long a statement is retried while another program holds the database. */
const RETRY_TIMEOUT_MS = 5_000
/** Between two tries, in ms. */
const PAUSE = 20

/**
 * SQLite's dialect with statements that are tried again while another program holds the database.
 *
 * SQLite's own waiting (busy_timeout) stops the whole process; this one does not. For a connection that only reads, each
 * statement by itself.
 */
export function retryingDialect(dialect: Dialect, retryTimeoutMs = RETRY_TIMEOUT_MS): Dialect {
  return {
    createDriver: () => retryingDriver(dialect.createDriver(), retryTimeoutMs),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Only the connection is wrapped: SQLite's driver begins and ends transactions through the connection that it is given. */
function retryingDriver(driver: Driver, retryTimeoutMs: number): Driver {
  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => retryingConnection(await driver.acquireConnection(options), retryTimeoutMs),
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  }
}

function retryingConnection(connection: DatabaseConnection, retryTimeoutMs: number): DatabaseConnection {
  return {
    async executeQuery(query, options) {
      const end = performance.now() + retryTimeoutMs
      for (;;) {
        try {
          return await connection.executeQuery(query, options)
        } catch (error) {
          if (!isBusy(error) || performance.now() >= end) throw error
          await wait(PAUSE)
        }
      }
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  }
}
