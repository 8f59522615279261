import type { Db } from '../../database/schema.ts'
import type { RetentionTables } from './tables.ts'

type Setting = Omit<RetentionTables['retention_setting'], 'id'>
const NOTHING: Setting = { years: null, is_to_compact: 0 }

/** Queries on the administrator's setting, and on pending compaction. */
export function retentionStore(db: Db) {
  return {
    /** `years` null if not set. */
    setting: async (): Promise<Setting> => (await db.selectFrom('retention_setting').select(['years', 'is_to_compact']).executeTakeFirst()) ?? NOTHING,
    /** Writes the given columns; the rest of the single row stays. */
    set: (change: Partial<Setting>) =>
      db
        .insertInto('retention_setting')
        .values({ id: 1, ...NOTHING, ...change })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
        .execute(),
  }
}
