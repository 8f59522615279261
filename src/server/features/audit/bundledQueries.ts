import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** Queries on the entries that a bundle has. */
export function bundledQueries(db: Kysely<Schema>) {
  return {
    /** The hashes of the entries behind one, up to another. */
    hashes: (after: number, last: number) =>
      db
        .selectFrom('audit_entry')
        .select(['number', 'hash', 'content_hash'])
        .where('number', '>', after)
        .where('number', '<=', last)
        .orderBy('number')
        .execute(),
    /** The numbers of an activity's entries among them, and of those of some actions. */
    async ownNumbers({ activityId, actions, after, last }: { activityId: string; actions: readonly string[]; after: number; last: number }): Promise<number[]> {
      const own = await db
        .selectFrom('audit_summary')
        .select('number')
        .where('activity_id', '=', activityId)
        // As the index has it: with a parameter alone the engine could not know that it fits.
        .where('activity_id', '<>', '')
        .where('number', '>', after)
        .where('number', '<=', last)
        .execute()
      const others = await db
        .selectFrom('audit_entry')
        .select('number')
        .where('action', 'in', actions)
        .where('number', '>', after)
        .where('number', '<=', last)
        .execute()
      return [...new Set([...own, ...others].map(({ number }) => number))].toSorted((one, other) => one - other)
    },
    /** Salt and content of those that are of the second form, in no promised order; null where they were erased. */
    contents: (numbers: readonly number[]) =>
      db.selectFrom('audit_entry').select(['number', 'salt', 'content']).where('number', 'in', numbers).where('content_hash', '<>', '').execute(),
  }
}
