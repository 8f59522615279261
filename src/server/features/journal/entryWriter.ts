import { ROWS_PER_PART, type JournalRow } from '#shared/features/journal/content.ts'
import { importActions } from '#shared/features/journal/contract.ts'
import { entryKindOf } from '#shared/features/words.ts'
import type { JournalAction } from '#shared/features/words.ts'
import { summarise, type EntrySummary } from '#shared/features/journal/rules.ts'
import type { Tx } from '../../database/schema.ts'
import { checkSentRows, type Sent } from '../../database/sent-rows.ts'
import { systemCaller, type Caller } from '../../http/context.ts'
import { chunksOf } from '../../database/rows.ts'
import { newSalt } from '../../kernel/ids.ts'
import { canonical } from './canonical.ts'
import { chained, contentHash, NO_ENTRY, partHash, partsHash, type Draft, type Link } from './chain.ts'
import type { CheckpointRequest, CheckpointWrites } from './checkpointWrites.ts'
import { FILES_FIELD, PARTS_FIELD, STATE_FIELD, type EntryContent, type FileHash, type PartsCovered } from './entryContent.ts'
import { attachedFiles } from './fileHashes.ts'
import { countOf, STATE_ROWS, type State } from './replay/state.ts'
import { journalStore } from './store.ts'
import { toSummary } from './summaries.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** A change waiting for its group's commit. */
interface RecordedChange {
  readonly caller: Caller
  readonly at: number
  readonly action: JournalAction
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly rows: readonly JournalRow[]
  /** The last one is stored with the entry itself, each other one in an entry of its own before it. */
  readonly states: readonly State[]
  readonly checkpoint: CheckpointRequest | null
}

/** Items waiting for a group's commit. */
type Waiting = RecordedChange | KeyRequest | Sent

/** Request to record the signing key. */
interface KeyRequest {
  readonly at: number
  readonly isKeyRequest: true
}

/**
 * Writes the entries of a whole group of jobs with few statements, before its commit, and their checkpoints.
 *
 * There is only one writer at a time (write-queue.ts), which makes a single chain possible.
 */
export function createEntryWriter(checkpoints: CheckpointWrites) {
  /** A group's changes; if one makes a checkpoint and no entry names the key yet, the entry naming it is put first. */
  async function withKey(tx: Tx, items: readonly Waiting[]) {
    const changes = items.filter((item) => 'action' in item).map(withoutKey)
    const days = await checkpoints.firstOfDays(tx, changes)
    const first = changes.findIndex(({ checkpoint }, index) => checkpoint !== null || days.has(index))
    const request = first < 0 ? items.find((item) => 'isKeyRequest' in item) : changes[first]
    if (request === undefined || (await checkpoints.isKeyNamed(tx))) return { changes, days }
    const place = Math.max(first, 0)
    const named: RecordedChange = { ...KEY_NAMED, after: checkpoints.keyNamed, at: request.at }
    return { changes: changes.toSpliced(place, 0, named), days: new Set([...days].map((index) => index + (index >= place ? 1 : 0))) }
  }

  /** Marks the entry of a step without its checkpoint for lack of a key. */
  function withoutKey(change: RecordedChange): RecordedChange {
    if (checkpoints.hasKey || change.checkpoint === null || 'signature' in change.checkpoint) return change
    return { ...change, after: { ...(change.after as object), isUnsigned: true }, checkpoint: null }
  }

  return async function writeEntries(tx: Tx, items: readonly Waiting[]): Promise<void> {
    await writeChanges(tx, items)
    await checkSentRows(
      tx,
      items.filter((item) => 'table' in item || 'isRemoval' in item),
    )
  }

  async function writeChanges(tx: Tx, items: readonly Waiting[]): Promise<void> {
    const { changes, days } = await withKey(tx, items)
    if (changes.length === 0) return
    let last: Link = (await journalStore(tx).last()) ?? NO_ENTRY
    for (let from = 0; from < changes.length; from += CHANGES_TOGETHER) {
      if (from > 0) await yieldToEventLoop()
      const some = changes.slice(from, from + CHANGES_TOGETHER).flatMap((change, index) => splitLargeState(change, days.has(from + index)))
      last = await writeSome(tx, last, some)
    }
  }

  /** Writes entries after `last`; returns the newest. */
  async function writeSome(tx: Tx, last: Link, changes: readonly PreparedEntry[]): Promise<Link> {
    const store = journalStore(tx)
    const files = await attachedFiles(
      tx,
      changes.map(({ change }) => change),
    )
    const drafts: Draft[] = []
    let rowsInTurn = 0
    for (const [index, { change, summary }] of changes.entries()) {
      const partsHashOfRows = await writeParts(tx, last.number + drafts.length + 1, change.rows)
      drafts.push(toDraft(change, { activityId: summary.activityId, partsHashOfRows, files: files[index] ?? [] }))
      rowsInTurn += countOf(change.states.at(-1) ?? {})
      if (rowsInTurn < STATE_ROWS) continue
      await yieldToEventLoop()
      rowsInTurn = 0
    }
    const entries = chained(last, drafts)
    await store.insertAll(entries)
    await store.insertSummaries(
      entries.flatMap((entry, index) => {
        const found = changes[index]
        if (!found) return []
        const { change, summary } = found
        const importData = (importActions as readonly string[]).includes(change.action) ? change.after : null
        return toSummary(entry, summary, importData)
      }),
    )
    const written = entries.map((entry, index) => ({ ...entry, activityId: changes[index]?.summary.activityId ?? '' }))
    const requests = changes.map(({ change }) => change.checkpoint)
    await checkpoints.write(tx, written, requests, new Set([...changes.keys()].filter((index) => changes[index]?.isFirstOfDay)))
    return entries.at(-1) ?? last
  }
}

/** Changes written per turn of the event loop: an import may have ten thousand. */
const CHANGES_TOGETHER = 200

/** The entry that names a signing key; made by the system. */
const KEY_NAMED = { caller: systemCaller, action: 'audit.key', subject: '', before: null, rows: [], states: [], checkpoint: null } as const satisfies Omit<
  RecordedChange,
  'at' | 'after'
>

/** An entry to write. */
interface PreparedEntry {
  readonly change: RecordedChange
  readonly summary: EntrySummary
  readonly isFirstOfDay: boolean
}

/** Splits a change whose state is too large into preceding entries. */
function splitLargeState(change: RecordedChange, isFirstOfDay: boolean): readonly PreparedEntry[] {
  const summary = summarise(change, { rows: change.rows.slice(0, 1), rowCount: change.rows.length })
  const { activityId, activityTitle } = summary
  const pieces = change.states.slice(0, -1).map((state): PreparedEntry => {
    const piece: RecordedChange = {
      ...change,
      action: state.delivery ? 'notification.rows' : 'activity.roster',
      subject: activityId,
      before: null,
      after: { activityId, activityTitle },
      rows: [],
      states: [state],
      checkpoint: null,
    }
    return { change: piece, summary: summarise(piece), isFirstOfDay: false }
  })
  return [...pieces, { change, summary, isFirstOfDay }]
}

/** An entry's fields in addition to the recorded change. */
interface Added {
  readonly activityId: string
  readonly partsHashOfRows: string
  readonly files: readonly FileHash[]
}

function toDraft({ caller, at, action, subject, before, after, rows, states }: RecordedChange, { activityId, partsHashOfRows, files }: Added): Draft {
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
    after: withProof(after, { state: states.at(-1) ?? {}, files, parts: rows.length === 0 ? null : { count: rows.length, hash: partsHashOfRows } }),
    at,
    before,
    kind: entryKindOf(action),
    nickName: columns.nick_name,
    subject,
    userid: caller.user?.id ?? '',
    username: columns.username,
    voteactivityid: activityId,
  } satisfies EntryContent)
  const salt = newSalt()
  return { ...columns, user_id: caller.userKey, salt, content, content_hash: contentHash(salt, content) }
}

/** Combines an entry's human-readable fields with those for programs. */
function withProof(
  after: unknown,
  { state, files, parts }: { readonly state: State; readonly files: readonly FileHash[]; readonly parts: PartsCovered | null },
): unknown {
  const hasState = Object.keys(state).length > 0
  if (!hasState && !parts && files.length === 0) return after
  return {
    ...(after as object | null),
    ...(parts ? { [PARTS_FIELD]: parts } : {}),
    ...(hasState ? { [STATE_FIELD]: state } : {}),
    ...(files.length === 0 ? {} : { [FILES_FIELD]: files }),
  }
}

/** Writes the rows of a big change, letting reads through between parts; returns the hash data for its entry. */
async function writeParts(tx: Tx, number: number, rows: readonly JournalRow[]): Promise<string> {
  if (rows.length === 0) return ''
  const hashes: string[] = []
  for (const ofPart of chunksOf(rows, ROWS_PER_PART)) {
    const part = {
      number,
      part: hashes.length + 1,
      before_data: JSON.stringify(ofPart.map(({ before }) => before ?? null)),
      after_data: JSON.stringify(ofPart.map(({ after }) => after ?? null)),
    }
    await journalStore(tx).insertPart(part)
    hashes.push(partHash(part))
    if (ofPart.length === ROWS_PER_PART) await yieldToEventLoop()
  }
  return partsHash(hashes)
}
