import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { ERASED_CONTENT, ROWS_PER_PART } from '#shared/features/journal/content.ts'
import type { Db } from '../../database/schema.ts'
import { rowsIn } from '#shared/features/journal/rules.ts'
import { csvStart, entryLine, rowLine, type ExportedEntry } from './csv.ts'
import { contentOf } from './entryContent.ts'
import { partOf } from './parts.ts'
import { journalList, type ListFilter } from './list.ts'
import { journalStore } from './store.ts'
import type { JournalTables } from './tables.ts'
import { runsOf } from './verify.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

type Entry = JournalTables['audit_entry']

/** Entries per step, unless they are large. */
const STEP_ENTRIES = 200
const STEP_BYTES = 1024 * 1024

export interface ExportOptions {
  readonly filter: ListFilter
  readonly isMasked: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/** Yields the file's lines in pieces, newest entry first; only one step of the journal is in memory. */
export async function* exportLines(db: Db, { filter, isMasked, signal, onProgress }: ExportOptions): AsyncGenerator<string> {
  const store = journalStore(db)
  yield csvStart()
  let done = 0
  for await (const numbers of journalList(db).all(filter, STEP_ENTRIES)) {
    await yieldToEventLoop()
    signal.throwIfAborted()
    if (numbers.length === 0) continue
    const summaries = new Map((await store.rows(numbers)).map((row) => [row.number, row]))
    for (const run of runsOf(await store.sizes(numbers), STEP_BYTES)) {
      const step = run.map(({ number }) => number)
      await yieldToEventLoop()
      signal.throwIfAborted()
      let lines = ''
      for (const entry of await store.named(step)) {
        const summary = summaries.get(entry.number)
        const exported = toExported(entry, summary ?? null)
        if (entry.row_count === 0 && step.length > 1) {
          lines += linesOf({ ...exported, ...contentOf(entry) }, 0, true, isMasked)
        } else {
          yield* partsOf(db, entry, exported, isMasked, signal)
        }
      }
      if (lines !== '') yield lines
      done += step.length
      onProgress(done)
    }
  }
}

async function* partsOf(db: Db, entry: Entry, exported: Omit<ExportedEntry, 'before' | 'after'>, isMasked: boolean, signal: AbortSignal) {
  for (let part = 1; ; part++) {
    signal.throwIfAborted()
    const content = await partOf(db, entry, part)
    if (!content) return
    yield linesOf({ ...exported, before: content.before, after: content.after }, (part - 1) * ROWS_PER_PART, part === 1, isMasked)
    await yieldToEventLoop()
    if (part >= content.partCount) return
  }
}

/** An entry's own line if wanted, and those of the rows in its contents, numbered from `rowsBefore`. */
function linesOf(entry: ExportedEntry, rowsBefore: number, hasEntryLine: boolean, isMasked: boolean): string {
  const rows = rowsIn(entry).map((row, index) => rowLine(entry, rowsBefore + index + 1, row, isMasked))
  return (hasEntryLine ? entryLine(entry, isMasked) : '') + rows.join('')
}

type Summary = Pick<JournalTables['audit_summary'], 'subject_name' | 'activity_title' | 'summary'>
const toExported = (entry: Entry, summary: { [Name in keyof Summary]: Summary[Name] | null } | null) => ({
  number: entry.number,
  at: entry.at,
  username: entry.username,
  nickName: entry.nick_name,
  address: entry.address,
  action: entry.action,
  subject: entry.subject,
  subjectName: summary?.subject_name ?? '',
  activityTitle: summary?.activity_title ?? '',
  summary: entry.content === null ? ERASED_CONTENT : (summary?.summary ?? ''),
  hash: entry.hash,
})

/** `signal` aborts if the reader goes away. */
type Write = (text: string, signal: AbortSignal) => Promise<void>

/**
 * Lets work write a file's bytes at the reader's pace; `work` gets their SHA-256 so far.
 *
 * An error in work ends the stream with the same error.
 */
export function writtenBy(work: (write: Write, digest: () => string) => Promise<void>): AsyncIterable<Uint8Array> {
  const stream = new PassThrough()
  const hash = createHash('sha256')
  const write: Write = async (text, signal) => {
    const bytes = Buffer.from(text)
    hash.update(bytes)
    if (!stream.write(bytes)) await once(stream, 'drain', { signal })
  }
  work(write, () => hash.copy().digest('hex')).then(
    () => stream.end(),
    (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
}
