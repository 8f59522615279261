import type { Db } from '../../../database/schema.ts'
import { yieldToEventLoop } from '../../../kernel/yieldToEventLoop.ts'

/** Entries read and replayed per turn of the event loop. */
const STEP = 50

/** Queries on the entries of activities, for replay. */
export function activityEntries(db: Db) {
  return {
    /** An activity's entries after a number, in order, in steps. */
    async *all(activityId: string, after = 0) {
      const found = await db
        .selectFrom('audit_summary')
        .select('number')
        .where('activity_id', '=', activityId)
        // Literal, as in the index: with a parameter the engine could not tell that the partial index applies.
        .where('activity_id', '<>', '')
        .where('number', '>', after)
        .orderBy('number')
        .execute()
      const numbers = found.map(({ number }) => number)
      for (let from = 0; from < numbers.length; from += STEP) {
        await yieldToEventLoop()
        yield await db
          .selectFrom('audit_entry')
          .select(['number', 'action', 'content_hash', 'salt', 'content'])
          .where('number', 'in', numbers.slice(from, from + STEP))
          .orderBy('number')
          .execute()
      }
    },

    /** The activities in the tables, and those started according to the journal. */
    async activities(): Promise<{ readonly id: string; readonly row: { readonly key: number; readonly status: number } | null }[]> {
      const rows = await db.selectFrom('activity').select(['id as key', 'public_id as id', 'status']).execute()
      const recorded = await db
        .selectFrom('audit_entry')
        .innerJoin('audit_summary', 'audit_summary.number', 'audit_entry.number')
        .select('audit_summary.activity_id as id')
        .distinct()
        .where('audit_entry.action', '=', 'activity.start')
        .where('audit_summary.activity_id', '<>', '')
        .execute()
      const known = new Map(rows.map(({ id, ...row }) => [id, row]))
      return [...new Set([...known.keys(), ...recorded.map(({ id }) => id)])].toSorted().map((id) => ({ id, row: known.get(id) ?? null }))
    },
    /** Key and status of an activity; undefined if missing in the tables. */
    activity: (activityId: string) => db.selectFrom('activity').select(['id as key', 'status']).where('public_id', '=', activityId).executeTakeFirst(),
  }
}
