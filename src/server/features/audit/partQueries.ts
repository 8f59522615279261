import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** Queries on the rows of big changes. */
export function partQueries(db: Kysely<Schema>) {
  return {
    /** The rows of one part, which count from 1, as JSON; undefined where it is not there. */
    part: (number: number, part: number) => db.selectFrom('audit_part').selectAll().where('number', '=', number).where('part', '=', part).executeTakeFirst(),
    /** How many parts an entry has, whatever it says itself. */
    async partCount(number: number): Promise<number> {
      const { total } = await db
        .selectFrom('audit_part')
        .select((select) => select.fn.countAll<number>().as('total'))
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      return total
    },
    /** The entries of a range that have parts, whatever they say themselves, in their order. */
    numbersWithParts: async (first: number, last: number): Promise<number[]> =>
      (await db.selectFrom('audit_part').select('number').distinct().where('number', '>=', first).where('number', '<=', last).orderBy('number').execute()).map(
        ({ number }) => number,
      ),
    /** The first entry of a range that has a part, whatever it says itself; null where none has. */
    async firstPart(first: number, last: number): Promise<number | null> {
      const row = await db
        .selectFrom('audit_part')
        .select('number')
        .where('number', '>=', first)
        .where('number', '<=', last)
        .orderBy('number')
        .limit(1)
        .executeTakeFirst()
      return row?.number ?? null
    },
  }
}
