import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { EntryKind } from '#shared/contract/journalLabels.ts'
import { contains } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import { journalStore } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** Filter of the list; `''` and null mean no filter. */
export interface ListFilter {
  readonly username: string
  /** An action, or a group of actions: the part of their names before the dot. */
  readonly action: string
  readonly subject: string
  readonly activityId: string
  readonly kind: EntryKind | ''
  /** Lower-cased words, all of which must occur in an entry's summary. */
  readonly words: readonly string[]
  /** Epoch ms, as `to`; both ends are inclusive. */
  readonly from: number | null
  readonly to: number | null
}

/** Entries searched per turn of the event loop, about 20 ms: no index helps. */
const SEARCH_STEP = 20_000

/** A range of the journal: numbers above `above`, up to `upTo`. */
interface Stretch {
  readonly above: number
  readonly upTo: number
}

/** Numbers of entries matching a filter, newest first; never reads contents. */
export function journalList(db: Db) {
  /** The filter's tables and conditions: an index on one applies if the other is not joined. */
  function matching({ username, action, subject, activityId, kind, words, from, to }: ListFilter) {
    const ofEntry: RawBuilder<SqlBool>[] = []
    if (username !== '') ofEntry.push(sql`entry.username = ${username}`)
    // The character after the dot as upper bound, so that the index on actions also serves groups.
    if (action.includes('.')) ofEntry.push(sql`entry.action = ${action}`)
    else if (action !== '') ofEntry.push(sql`entry.action > ${`${action}.`} and entry.action < ${`${action}/`}`)
    if (subject !== '') ofEntry.push(sql`entry.subject = ${subject}`)
    if (from !== null) ofEntry.push(sql`entry.at >= ${from}`)
    if (to !== null) ofEntry.push(sql`entry.at <= ${to}`)
    const text = sql`lower(summary.subject_name || ' ' || summary.activity_title || ' ' || summary.summary)`
    const ofSummary = words.map((word) => contains(db, text, word))
    if (kind !== '') ofSummary.push(sql`summary.kind = ${kind}`)
    // Literal, as in the index: with a parameter the engine could not tell that the partial index applies.
    if (activityId !== '') ofSummary.push(sql`summary.activity_id = ${activityId} and summary.activity_id <> ''`)
    const table =
      ofSummary.length === 0
        ? sql`audit_entry as entry`
        : ofEntry.length === 0
          ? sql`audit_summary as summary`
          : sql`audit_summary as summary join audit_entry as entry on entry.number = summary.number`
    return { table, number: sql.ref(ofSummary.length === 0 ? 'entry.number' : 'summary.number'), conditions: [...ofEntry, ...ofSummary] }
  }

  function within(filter: ListFilter, stretch: Stretch | null) {
    const { table, number, conditions } = matching(filter)
    const all = stretch === null ? conditions : [...conditions, sql<SqlBool>`${number} > ${stretch.above} and ${number} <= ${stretch.upTo}`]
    return { number, source: all.length === 0 ? table : sql`${table} where ${sql.join(all, sql` and `)}` }
  }
  async function numbersIn(filter: ListFilter, stretch: Stretch | null, offset: number, limit: number): Promise<number[]> {
    const { number, source } = within(filter, stretch)
    const { rows } = await sql<{ number: number }>`select ${number} as number from ${source} order by 1 desc limit ${limit} offset ${offset}`.execute(db)
    return rows.map((row) => row.number)
  }
  async function countIn(filter: ListFilter, stretch: Stretch | null): Promise<number> {
    const { source } = within(filter, stretch)
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${source}`.execute(db)
    return rows[0]?.total ?? 0
  }
  /** Without a filter, a page and the total follow from the numbers: they are gapless from 1, as enforced by triggers. */
  async function pageOfAll(filter: ListFilter, offset: number, limit: number) {
    const total = (await journalStore(db).last())?.number ?? 0
    const upTo = total - offset
    return { numbers: await numbersIn(filter, { above: upTo - limit, upTo }, 0, limit), total }
  }
  /** The journal from its newest entry back, in ranges between which other calls are served; as a whole without a word search. */
  async function* stretches({ words }: ListFilter): AsyncGenerator<Stretch | null> {
    if (words.length === 0) return yield null
    for (let upTo = (await journalStore(db).last())?.number ?? 0; upTo > 0; upTo -= SEARCH_STEP) {
      yield { above: Math.max(0, upTo - SEARCH_STEP), upTo }
      await yieldToEventLoop()
    }
  }

  return {
    /** One page, and the total. */
    async page(filter: ListFilter, offset: number, limit: number): Promise<{ numbers: number[]; total: number }> {
      if (matching(filter).conditions.length === 0) return pageOfAll(filter, offset, limit)
      const numbers: number[] = []
      let total = 0
      for await (const stretch of stretches(filter)) {
        const [skipped, wanted] = [Math.max(0, offset - total), limit - numbers.length]
        const found = wanted > 0 ? await numbersIn(filter, stretch, skipped, wanted) : []
        numbers.push(...found)
        // A partial page implies the total.
        const isEnd = found.length < wanted && (found.length > 0 || skipped === 0)
        total += isEnd ? skipped + found.length : await countIn(filter, stretch)
      }
      return { numbers, total }
    },

    /** Number of matching entries. */
    async count(filter: ListFilter): Promise<number> {
      let total = 0
      for await (const stretch of stretches(filter)) total += await countIn(filter, stretch)
      return total
    },

    /** All matching entries, newest first, in steps of at most `step`, some of them empty; excludes entries written meanwhile. */
    async *all(filter: ListFilter, step: number): AsyncGenerator<number[]> {
      const last = (await journalStore(db).last())?.number ?? 0
      for (let upTo = last; upTo > 0;) {
        const above = filter.words.length === 0 ? 0 : Math.max(0, upTo - SEARCH_STEP)
        const numbers = await numbersIn(filter, { above, upTo }, 0, step)
        yield numbers
        upTo = numbers.length === step ? (numbers.at(-1) ?? 1) - 1 : above
      }
    },
  }
}
