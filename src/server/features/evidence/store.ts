import type { Db } from '../../database/schema.ts'

/** Requests per read. */
const STEP = 500

/** Queries on a bundle's contents other than the rows known to replay. */
export function evidenceStore(db: Db) {
  return {
    /** `''` if none. */
    async estateName(estateKey: number): Promise<string> {
      const row = await db.selectFrom('estate').select('name').where('id', '=', estateKey).executeTakeFirst()
      return row?.name ?? ''
    },
    /** Users' display names by key. */
    async operatorNames(): Promise<ReadonlyMap<number, string>> {
      return new Map((await db.selectFrom('user').select(['id', 'nick_name']).execute()).map((row) => [row.id, row.nick_name]))
    },
    /** Change requests submitted for an activity up to a time, in order of creation. */
    async *changes(activityKey: number, until: number) {
      for (let after = 0; ;) {
        const rows = await db
          .selectFrom('property_change')
          .selectAll()
          .where('activity_id', '=', activityKey)
          .where('created_at', '<=', until)
          .where('id', '>', after)
          .orderBy('id')
          .limit(STEP)
          .execute()
        const last = rows.at(-1)
        if (!last) return
        after = last.id
        yield rows
      }
    },
  }
}

export type ChangeRow = ReturnType<ReturnType<typeof evidenceStore>['changes']> extends AsyncGenerator<(infer Row)[]> ? Row : never
