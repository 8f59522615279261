import { sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Of a table of fewer pages (8 KB each) any plan is right. */
const FEWEST_PAGES = 64

/** What PostgreSQL knows of its tables, by which it chooses how to read them. */
export interface TableStatistics {
  /** Looks at the tables that have grown; not waited for, and not told when it cannot be done. */
  renew(): void
}

/**
 * Has PostgreSQL look at tables that have grown by half since it last did (`analyze`).
 *
 * It does so by itself, but only once in a minute. Meanwhile it took a new roster of 40,000 for one of 6,000 that nearly all fit
 * what is asked for, and read all of it for each search of a voter: 8 ms instead of 0.1.
 *
 * @param db of connections that may write; one is enough
 */
export function createTableStatistics(db: Kysely<Schema>): TableStatistics {
  let isBusy = false
  let isAskedAgain = false

  async function lookAtGrown(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and pg_relation_size(oid) / current_setting('block_size')::int > greatest(${FEWEST_PAGES}::int, relpages * 1.5)
    `.execute(db)
    for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db)
  }

  async function work(): Promise<void> {
    do {
      isAskedAgain = false
      await lookAtGrown()
    } while (isAskedAgain)
  }

  return {
    renew() {
      isAskedAgain = true
      if (isBusy) return
      isBusy = true
      work()
        .catch(() => undefined) // only how fast it reads depends on it, and PostgreSQL looks by itself later
        .finally(() => (isBusy = false))
    },
  }
}
