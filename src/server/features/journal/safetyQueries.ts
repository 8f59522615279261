import type { Db } from '../../database/schema.ts'
import type { JournalTables } from './tables.ts'

/** Queries on the journal for 安全状况. */
export function safetyQueries(db: Db) {
  return {
    /** The times and contents of an action's newest entries, newest first; for actions with small contents. */
    newestContents: (action: string, limit: number) =>
      db.selectFrom('audit_entry').select(['at', 'content']).where('action', '=', action).orderBy('number', 'desc').limit(limit).execute(),
    /** The last check of the whole journal; undefined if none. */
    lastCheck: () => db.selectFrom('audit_check').selectAll().executeTakeFirst(),
    /** One row: replaces the previous check's result. */
    keepCheck: (check: Omit<JournalTables['audit_check'], 'id'>) =>
      db
        .insertInto('audit_check')
        .values({ id: 1, ...check })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(check))
        .execute(),
  }
}
