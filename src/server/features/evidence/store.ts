import type { Db } from '../../database/schema.ts'

/** Requests that are read together. */
const STEP = 500

/** Queries on what a bundle tells besides the rows that replay knows of. */
export function evidenceStore(db: Db) {
  return {
    /** `''` if none. */
    async estateName(estateKey: number): Promise<string> {
      const row = await db.selectFrom('estate').select('name').where('id', '=', estateKey).executeTakeFirst()
      return row?.name ?? ''
    },
    /** What users are called, by their keys. */
    async operatorNames(): Promise<ReadonlyMap<number, string>> {
      return new Map((await db.selectFrom('user').select(['id', 'nick_name']).execute()).map((row) => [row.id, row.nick_name]))
    },
    /** Requests for changes of properties that were handed in for an activity up to a time, in the order of making. */
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
