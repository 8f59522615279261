import type { Db, Tx } from '../../database/schema.ts'
import { chinaMidnight } from '#shared/time/chinaTime.ts'
import type { Caller } from '../../http/context.ts'
import type { Journal } from './journal.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/**
 * Entries kept when an activity's personal data are erased: they name nobody, and prove the result.
 *
 * The start has the rules, topics and options, an extension the new end; the steps have the digests, a report that of its file.
 */
const PROVING = ['activity.start', 'activity.extend', 'activity.startTally', 'activity.finish', 'result.report', 'privacy.erase'] as const

/** Maximum numbers listed in one erasure entry. */
const NUMBERS_AT_ONCE = 100_000

/** An erasure's journal fields in addition to the numbers. */
export interface ErasedInWords {
  readonly activityId?: string
  readonly activityTitle?: string
  readonly estateName?: string
  readonly nameCount: number
  readonly phoneCount?: number
  readonly idNumberCount?: number
  readonly pictureCount: number
  readonly houseCount: number
  readonly rosterdigest?: string
  readonly tallydigest?: string
}

const ordered = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((one, other) => one - other)

/** Erases journal contents after their term (`proof-layout.md` section 1). */
export const erasing = {
  /**
   * The numbers of an activity's entries with personal data.
   *
   * @param subjects public ids of its property changes and files, whose entries name no activity
   */
  async ofActivity(db: Db, activityId: string, subjects: readonly string[]): Promise<number[]> {
    const queries = erasingQueries(db)
    return ordered([...(await queries.ofActivity(activityId, PROVING)), ...(await queries.ofSubjects(subjects, ['propertyChange', 'file', 'privacy']))])
  },

  /**
   * The numbers of entries with personal data of registry properties: those about them and their property changes, and the
   * imports of their estate that include any of them.
   */
  async ofProperties(
    db: Db,
    { estateId, properties, others }: { readonly estateId: string; readonly properties: ReadonlySet<string>; readonly others: readonly string[] },
  ): Promise<number[]> {
    const queries = erasingQueries(db)
    const about = await queries.ofSubjects([...properties, ...others], ['property', 'propertyChange', 'checkup', 'file', 'privacy'])
    const imports = []
    for (const number of await queries.ofSubjects([estateId], ['property'])) {
      const parts = await queries.partsOf(number)
      if (parts.some((part) => namesAny(part.before_data, properties) || namesAny(part.after_data, properties))) imports.push(number)
    }
    return ordered([...about, ...imports])
  },

  /** When an action last happened to each subject, in epoch ms, by public id. */
  times: (db: Db, action: 'activity.finish') => erasingQueries(db).times(action),

  /** Number of days, in China, with any entry after a moment; counts no further than `enough`. */
  daysAfter: (db: Db, at: number, enough: number) => erasingQueries(db).daysAfter(at, enough),

  /**
   * Erases the contents of entries, within the enclosing transaction, and records it: without that the chain would not
   * verify. At most {@link NUMBERS_AT_ONCE} numbers per entry; the last one has the counts.
   */
  async erase(
    { tx, journal }: { readonly tx: Tx; readonly journal: Journal },
    {
      subject,
      numbers,
      recorded,
      caller,
    }: { readonly subject: string; readonly numbers: readonly number[]; readonly recorded: ErasedInWords; readonly caller: Caller },
  ): Promise<void> {
    await erasingQueries(tx).erase(numbers)
    const { activityId, activityTitle, estateName } = recorded
    const about = {
      ...(activityId === undefined ? {} : { activityId, activityTitle }),
      ...(estateName === undefined ? {} : { estateName }),
    }
    const last = Math.max(0, Math.ceil(numbers.length / NUMBERS_AT_ONCE) - 1) * NUMBERS_AT_ONCE
    for (let from = 0; from < last; from += NUMBERS_AT_ONCE) {
      const some = numbers.slice(from, from + NUMBERS_AT_ONCE)
      journal.record({ caller, action: 'privacy.erase', subject, before: null, after: { ...about, numbers: some } })
    }
    const after = { ...recorded, entryCount: numbers.length, numbers: numbers.slice(last) }
    journal.record({ caller, action: 'privacy.erase', subject, before: null, after })
  },
}
export type ErasureService = typeof erasing

const namesAny = (rows: string, properties: ReadonlySet<string>): boolean =>
  (JSON.parse(rows) as ({ readonly id?: string } | null)[]).some((row) => row?.id !== undefined && properties.has(row.id)) // the journal wrote it

const DAY_MS = 24 * 3_600_000
/** Entries per statement. */
const AT_ONCE = 500

/** Queries on erasable contents of entries. */
function erasingQueries(db: Db) {
  // Erased contents need no further erasing.
  const entries = () => db.selectFrom('audit_entry as entry').select('entry.number').where('entry.content', 'is not', null)
  const inChunks = async <T>(all: readonly T[], work: (some: readonly T[]) => Promise<unknown>): Promise<void> => {
    for (let from = 0; from < all.length; from += AT_ONCE) {
      if (from > 0) await yieldToEventLoop()
      await work(all.slice(from, from + AT_ONCE))
    }
  }
  return {
    /** The entries of an activity, except those of some actions. */
    async ofActivity(activityId: string, but: readonly string[]): Promise<number[]> {
      const rows = await entries()
        .innerJoin('audit_summary as summary', 'summary.number', 'entry.number')
        .where('summary.activity_id', '=', activityId)
        .where('summary.activity_id', '<>', '')
        .where('entry.action', 'not in', but)
        .execute()
      return rows.map(({ number }) => number)
    },
    /** The entries of some features about some subjects. */
    async ofSubjects(subjects: readonly string[], features: readonly string[]): Promise<number[]> {
      const found: number[] = []
      await inChunks(subjects, async (some) => {
        const rows = await entries()
          .where('entry.subject', 'in', some)
          .where((where) =>
            where.or(features.map((feature) => where.and([where('entry.action', '>', `${feature}.`), where('entry.action', '<', `${feature}/`)]))),
          )
          .execute()
        found.push(...rows.map(({ number }) => number))
      })
      return found
    },
    /** Erases the contents of these entries, their parts and the words of their summaries. */
    erase: (numbers: readonly number[]) =>
      inChunks(numbers, async (some) => {
        await db.updateTable('audit_entry').set({ content: null, salt: null }).where('number', 'in', some).execute()
        await db.deleteFrom('audit_part').where('number', 'in', some).execute()
        await db.updateTable('audit_summary').set({ subject_name: '', summary: '', import_data: null }).where('number', 'in', some).execute()
      }),
    /** The rows of a big change, part by part: the subjects they name. */
    partsOf: (number: number) => db.selectFrom('audit_part').select(['before_data', 'after_data']).where('number', '=', number).orderBy('part').execute(),
    async daysAfter(at: number, enough: number): Promise<number> {
      let days = 0
      for (let from = at; days < enough;) {
        const next = await db.selectFrom('audit_entry').select('at').where('at', '>', from).orderBy('at').limit(1).executeTakeFirst()
        if (!next) break
        days += 1
        from = chinaMidnight(next.at) + DAY_MS - 1
      }
      return days
    },
    /** When an action last happened to each subject, in epoch ms. */
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
