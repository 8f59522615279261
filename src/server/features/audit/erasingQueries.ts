import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { nextTurn } from '../../kernel/nextTurn.ts'

/** Entries that one statement names. */
const AT_ONCE = 500

/** An entry whose contents are there. */
export interface ErasableEntry {
  readonly number: number
  readonly isFirstForm: boolean
}

/** Contents that are gone are nobody's any more. */
const hasContent = sql<boolean>`(entry.content is not null or entry.after_data <> '')`

/** Queries on the contents of entries that are erased. */
export function erasingQueries(db: Kysely<Schema>) {
  const entries = () => db.selectFrom('audit_entry as entry').select(['entry.number', 'entry.content_hash']).where(hasContent)
  const inChunks = async <T>(all: readonly T[], work: (some: readonly T[]) => Promise<unknown>): Promise<void> => {
    for (let from = 0; from < all.length; from += AT_ONCE) {
      if (from > 0) await nextTurn()
      await work(all.slice(from, from + AT_ONCE))
    }
  }
  return {
    /** The entries of an activity, but those of some actions. */
    ofActivity: (activityId: string, but: readonly string[]) =>
      entries()
        .innerJoin('audit_summary as summary', 'summary.number', 'entry.number')
        .where('summary.activity_id', '=', activityId)
        .where('summary.activity_id', '<>', '')
        .where('entry.action', 'not in', but)
        .execute(),
    /** The entries of some features about some things. */
    async ofSubjects(subjects: readonly string[], features: readonly string[]) {
      const found: { readonly number: number; readonly content_hash: string }[] = []
      await inChunks(subjects, async (some) => {
        const rows = await entries()
          .where('entry.subject', 'in', some)
          .where((where) =>
            where.or(features.map((feature) => where.and([where('entry.action', '>', `${feature}.`), where('entry.action', '<', `${feature}/`)]))),
          )
          .execute()
        found.push(...rows)
      })
      return found
    },
    /** The contents of these entries, their parts and the words of their summaries are gone. */
    erase: (numbers: readonly number[]) =>
      inChunks(numbers, async (some) => {
        await db.updateTable('audit_entry').set({ content: null, salt: null }).where('number', 'in', some).where('content_hash', '<>', '').execute()
        await db.updateTable('audit_entry').set({ before_data: '', after_data: '' }).where('number', 'in', some).where('content_hash', '=', '').execute()
        await db.deleteFrom('audit_part').where('number', 'in', some).execute()
        await db.updateTable('audit_summary').set({ subject_name: '', summary: '', search_text: '', import_data: null }).where('number', 'in', some).execute()
      }),
    /** The rows of a big change, a part at a time: which things they name. */
    partsOf: (number: number) => db.selectFrom('audit_part').select(['before_data', 'after_data']).where('number', '=', number).orderBy('part').execute(),
    /** When an action was done to each of some things last, in epoch ms. */
    async times(action: string): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom('audit_entry')
        .select(['subject', (select) => select.fn.max<number>('at').as('at')])
        .where('action', '=', action)
        .groupBy('subject')
        .execute()
      return new Map(rows.map(({ subject, at }) => [subject, at]))
    },
  }
}
