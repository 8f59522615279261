import type { Db } from '../../database/schema.ts'
import type { AuditTables } from './tables.ts'

/** Queries for what 安全状况 wants to know of the journal. */
export function safetyQueries(db: Db) {
  return {
    /** When an action was last done and what its entries hold, newest first; for actions with small contents. */
    newestContents: (action: string, limit: number) =>
      db.selectFrom('audit_entry').select(['at', 'content']).where('action', '=', action).orderBy('number', 'desc').limit(limit).execute(),
    /** What the last check of the whole journal came to; undefined if none was made. */
    lastCheck: () => db.selectFrom('audit_check').selectAll().executeTakeFirst(),
    /** One row: it replaces what the check before came to. */
    keepCheck: (check: Omit<AuditTables['audit_check'], 'id'>) =>
      db
        .insertInto('audit_check')
        .values({ id: 1, ...check })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(check))
        .execute(),
  }
}
