import { noteInserted } from '../../database/sent-rows.ts'
import { countOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { EstateRulesTable } from './tables.ts'

export type EstateRulesRow = Omit<EstateRulesTable, 'id'> & { readonly id: number }

/** Queries on the versions of estates' rules. */
export function estateRulesStore(db: Db) {
  const ofEstate = (estateKey: number) => db.selectFrom('estate_rules').where('estate_id', '=', estateKey)
  return {
    /** Within an estate; undefined if none. */
    find: (estateKey: number, publicId: string) => ofEstate(estateKey).selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** For a key referred to by another row; throws if missing. */
    byKey: (key: number) => db.selectFrom('estate_rules').selectAll().where('id', '=', key).executeTakeFirstOrThrow(),
    /** The version in force on a day, `YYYY-MM-DD`. */
    inForce: (estateKey: number, today: string) =>
      ofEstate(estateKey)
        .select(['id', 'version'])
        .where('effective_from', '<=', today)
        .orderBy('effective_from', 'desc')
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** The highest version number; 0 if there is none. */
    async newestVersion(estateKey: number): Promise<number> {
      const row = await ofEstate(estateKey).select('version').orderBy('version', 'desc').limit(1).executeTakeFirst()
      return row?.version ?? 0
    },
    /** Newest first, with the creators' names, and the total; `only` restricts to one version. */
    async page(estateKey: number, only: number | null, offset: number, limit: number) {
      const matching = only === null ? ofEstate(estateKey) : ofEstate(estateKey).where('estate_rules.id', '=', only)
      const rows = await matching
        .innerJoin('user', 'user.id', 'estate_rules.created_by')
        .selectAll('estate_rules')
        .select('user.nick_name as creator')
        .orderBy('version', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return { rows, total: await countOf(matching) }
    },
    async insert(rules: Omit<EstateRulesTable, 'id'>): Promise<void> {
      noteInserted(db, 'estate_rules', [rules])
      await db.insertInto('estate_rules').values(rules).execute()
    },
  }
}
