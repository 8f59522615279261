import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ROWS_PER_PART, type AuditRow, type Worded } from '#shared/features/audit/content.ts'
import { importActions } from '#shared/features/audit/contract.ts'
import { entryKindOf } from '#shared/features/audit/kinds.ts'
import type { AuditAction } from '#shared/features/audit/labels.ts'
import { summarise } from '#shared/features/audit/rules.ts'
import type { Database } from '../../database/open.ts'
import type { Schema } from '../../database/schema.ts'
import type { OnCommit, WriteOptions } from '../../database/write-queue.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { canonical } from './canonical.ts'
import { chained, contentHash, NO_ENTRY, partHash, partsHash, type Draft } from './chain.ts'
import { PARTS_FIELD, type EntryContent, type PartsCovered } from './entryContent.ts'
import { auditStore } from './store.ts'
import { toSummary } from './summaries.ts'

/** One change as a service reports it. `before` is null for what is new, `after` for what is gone; both are plain data. */
export interface Change<Before, After, RowBefore, RowAfter> {
  readonly caller: Caller
  readonly action: AuditAction
  /** The public id of what was changed; `''` where it has none. */
  readonly subject: string
  readonly before: Before & Worded<Before>
  readonly after: After & Worded<After>
  /** The rows of a big change, kept beside the entry in parts; the list and the other fields must not repeat them. */
  readonly rows?: readonly { readonly before: RowBefore & Worded<RowBefore>; readonly after: RowAfter & Worded<RowAfter> }[]
}

/** The journal of one job: what is recorded is written, or rolled back, with everything else that the job writes. */
export interface Journal {
  /**
   * Records one change.
   *
   * The contents name their subject in words, so that the list and a search can: `place` and `ownerName`, `estateName`,
   * `activityId` and `activityTitle`, `username`, `name` (rules.ts, `summarise`). Every field has its word in labels.ts.
   */
  record<Before, After, RowBefore, RowAfter>(change: Change<Before, After, RowBefore, RowAfter>): void
}

/** What a job writes with. */
export interface Write {
  readonly tx: Transaction<Schema>
  readonly journal: Journal
}

/** The database as services have it: whatever is written can be recorded, and nothing is recorded outside of a transaction. */
export interface JournaledDatabase extends Pick<Database, 'engine' | 'read'> {
  /** Runs a job in a transaction; see write-queue.ts. */
  readonly write: <T>(job: (write: Write) => Promise<T>, options?: WriteOptions) => Promise<T>
}

/** The database with the journal in every write. */
export function withJournal(database: Database, clock: Clock): JournaledDatabase {
  const journalFor = (onCommit: OnCommit<Schema>): Journal => ({
    record({ caller, action, subject, before, after, rows = [] }) {
      onCommit(writeEntries, { caller, action, subject, before: before ?? null, after: after ?? null, rows, at: clock.now() })
    },
  })
  return {
    engine: database.engine,
    read: database.read,
    write: (job, options) => database.write((tx, onCommit) => job({ tx, journal: journalFor(onCommit) }), options),
  }
}

/** A change that waits for its group's commit. */
interface RecordedChange {
  readonly caller: Caller
  readonly at: number
  readonly action: AuditAction
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly rows: readonly AuditRow[]
}

/** So that nobody finds a withheld content by trying names and numbers. */
const SALT_BYTES = 16

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Writes the entries of a whole group of jobs with few statements, before its commit.
 *
 * Writers come one at a time (write-queue.ts), which is what makes a single chain possible.
 */
async function writeEntries(tx: Transaction<Schema>, changes: readonly RecordedChange[]): Promise<void> {
  const store = auditStore(tx)
  const last = (await store.last()) ?? NO_ENTRY
  const summaries = changes.map((change) => summarise(change, { rows: change.rows.slice(0, 1), rowCount: change.rows.length }))
  const drafts: Draft[] = []
  for (const [index, change] of changes.entries()) {
    const partsHashOfRows = await writeParts(tx, last.number + drafts.length + 1, change.rows)
    drafts.push(toDraft(change, summaries[index]?.activityId ?? '', partsHashOfRows))
  }
  const entries = chained(last, drafts)
  await store.insertAll(entries)
  await store.insertSummaries(
    entries.flatMap((entry, index) => {
      const [change, summary] = [changes[index], summaries[index]]
      if (!change || !summary) return []
      const importData = (importActions as readonly string[]).includes(change.action) ? change.after : null
      return toSummary(entry, summary, importData)
    }),
  )
}

function toDraft({ caller, at, action, subject, before, after, rows }: RecordedChange, activityId: string, partsHashOfRows: string): Draft {
  const columns = {
    at,
    username: caller.user?.username ?? '',
    nick_name: caller.user?.nickName ?? '',
    address: caller.address,
    action,
    subject,
    row_count: rows.length,
    parts_hash: partsHashOfRows,
  }
  const content = canonical({
    action,
    address: columns.address,
    after: rows.length === 0 ? after : { ...(after as object | null), [PARTS_FIELD]: { count: rows.length, hash: partsHashOfRows } satisfies PartsCovered },
    at,
    before,
    kind: entryKindOf(action),
    nickName: columns.nick_name,
    subject,
    userid: caller.user?.id ?? '',
    username: columns.username,
    voteactivityid: activityId,
  } satisfies EntryContent)
  const salt = randomBytes(SALT_BYTES).toString('hex')
  return { ...columns, user_id: caller.userKey, before_data: '', after_data: '', salt, content, content_hash: contentHash(salt, content) }
}

/** Writes the rows of a big change, other desks' reads going on between two parts; answers what the entry's hash covers of them. */
async function writeParts(tx: Transaction<Schema>, number: number, rows: readonly AuditRow[]): Promise<string> {
  if (rows.length === 0) return ''
  const hashes: string[] = []
  for (let from = 0; from < rows.length; from += ROWS_PER_PART) {
    const ofPart = rows.slice(from, from + ROWS_PER_PART)
    const part = {
      number,
      part: hashes.length + 1,
      before_data: JSON.stringify(ofPart.map(({ before }) => before ?? null)),
      after_data: JSON.stringify(ofPart.map(({ after }) => after ?? null)),
    }
    await auditStore(tx).insertPart(part)
    hashes.push(partHash(part))
    if (ofPart.length === ROWS_PER_PART) await nextTurn()
  }
  return partsHash(hashes)
}
