import type { Transaction } from 'kysely'
import { ROWS_PER_PART, type AuditRow } from '#shared/features/audit/content.ts'
import { importActions } from '#shared/features/audit/contract.ts'
import type { AuditAction } from '#shared/features/audit/labels.ts'
import { summarise } from '#shared/features/audit/rules.ts'
import type { Database } from '../../database/open.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { chained, NO_ENTRY, partHash, partsHash, type Draft } from './chain.ts'
import { auditStore } from './store.ts'
import { toSummary } from './summaries.ts'

/** A change that waits for its group's commit. */
export interface KeptChange {
  readonly caller: Caller
  readonly at: number
  readonly action: AuditAction
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly rows: readonly AuditRow[]
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Writes the journal: all entries of a group of jobs with few statements before its commit, and none of a job that was
 * rolled back. Writers come one at a time (write-door.ts), which is what makes a single chain possible.
 */
export function createJournalWriter(database: Database): { keep(change: KeptChange): void } {
  let ofJob: KeptChange[] = []
  let ofGroup: KeptChange[] = []
  database.employ({
    groupBegins() {
      ofJob = []
      ofGroup = []
    },
    jobEnds(isKept) {
      if (isKept) ofGroup.push(...ofJob)
      ofJob = []
    },
    async beforeCommit(tx) {
      if (ofGroup.length > 0) await writeEntries(tx, ofGroup)
    },
  })
  return { keep: (change) => void ofJob.push(change) }
}

async function writeEntries(tx: Transaction<Schema>, changes: readonly KeptChange[]): Promise<void> {
  const store = auditStore(tx)
  const last = (await store.last()) ?? NO_ENTRY
  const drafts: Draft[] = []
  for (const change of changes) drafts.push(toDraft(change, await writeParts(tx, last.number + drafts.length + 1, change.rows)))
  const entries = chained(last, drafts)
  await store.insertAll(entries)
  await store.insertSummaries(
    changes.flatMap((change, index) => {
      const entry = entries[index]
      if (!entry) return []
      const { rows, after } = change
      const importData = (importActions as readonly string[]).includes(change.action) ? after : null
      return toSummary(entry, summarise(change, { rows: rows.slice(0, 1), rowCount: rows.length }), importData)
    }),
  )
}

const toDraft = ({ caller, at, action, subject, before, after, rows }: KeptChange, partsHashOfRows: string): Draft => ({
  at,
  user_id: caller.userKey,
  username: caller.user?.username ?? '',
  nick_name: caller.user?.nickName ?? '',
  address: caller.address,
  action,
  subject,
  before_data: JSON.stringify(before),
  after_data: JSON.stringify(after),
  row_count: rows.length,
  parts_hash: partsHashOfRows,
})

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
