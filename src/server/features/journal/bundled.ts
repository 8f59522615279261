import type { JournalAction } from '#shared/features/words.ts'
import { hasAny } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { canonical } from './canonical.ts'
import type { CheckpointContent } from './checkpoint.ts'
import { checkpointStore } from './checkpointStore.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** A signed checkpoint. */
export interface Signed {
  readonly checkpoint: CheckpointContent
  readonly signature: string
  /** Canonical JSON: the signed text. */
  readonly content: string
  /** Epoch ms. */
  readonly at: number
}

/**
 * The checkpoint for an activity's bundle, and all those it includes: the ones up to it, in order of creation.
 *
 * Of two at the same entry the later one is used. A bundle's own checkpoint is never used, and only included in bundles of
 * later ones: so the same data yield the same bytes.
 *
 * `isBehind`: papers were drawn or read, or something was published, since; a bundle would contain that, but its journal would not.
 *
 * @returns null if the activity has none
 */
export async function bundledCheckpoints(
  db: Db,
  activityId: string,
): Promise<{ readonly main: Signed; readonly all: readonly Signed[]; readonly isBehind: boolean } | null> {
  const rows = await checkpointStore(db).ofActivity(activityId)
  const main = rows
    .filter(({ kind }) => kind !== 'bundle')
    .toSorted((one, other) => one.number - other.number || one.id - other.id)
    .at(-1)
  if (!main) return null
  const all = rows.filter(({ kind, number, id }) => number <= main.number && (kind !== 'bundle' || id < main.id))
  const isBehind = await bundledQueries(db).hasLater({ activityId, actions: AFTER_THE_END, after: main.number })
  return { main: toSigned(main), all: all.map(toSigned), isBehind }
}
/** Actions after the end of an activity that a bundle contains. */
const AFTER_THE_END = [
  'sample.open',
  'sample.seed',
  'sample.more',
  'sample.ask',
  'sample.close',
  'reading.enter',
  'reading.settle',
  'publication.save',
  'publication.withdraw',
  'objection.save',
  'objection.withdraw',
  'objection.decide',
] as const satisfies readonly JournalAction[]

const toSigned = ({ content, signature, made_at: at }: { readonly content: string; readonly signature: string; readonly made_at: number }): Signed => ({
  checkpoint: JSON.parse(content) as CheckpointContent, // this feature alone writes it
  signature,
  content,
  at,
})

/** Entries per batch for hashes, and for contents, as those of a roster may be large. */
const [HASHES_AT_ONCE, CONTENTS_AT_ONCE] = [1_000, 50]
/** Minimum characters of a piece, produced in one turn of the event loop. */
const PIECE = 256 * 1024
/** Entries of no activity included with their contents: needed to check keys, times and gaps. */
const NEEDED = [
  'audit.key',
  'audit.acceptClock',
  'audit.olderAccepted',
  'audit.schemaMended',
  'audit.storedOtherwise',
  'system.restore',
  'privacy.erase',
] as const satisfies readonly JournalAction[]

/** The part of the journal for a bundle. */
export interface JournalRequest {
  readonly activityId: string
  /** The last entry. */
  readonly upTo: number
  /** Whether to include the contents of the activity's own entries. */
  readonly hasContents: boolean
  readonly signal: AbortSignal
}

/**
 * Yields a bundle's journal from the first entry, in pieces of whole lines: the hashes of all entries, and the contents of
 * the activity's only (`proof-layout.md` section 6).
 *
 * @throws the signal's reason if it aborts
 */
export async function* journalLines(db: Db, { activityId, upTo, hasContents, signal }: JournalRequest): AsyncGenerator<string> {
  const store = bundledQueries(db)
  for (let after = 0; after < upTo; after += HASHES_AT_ONCE) {
    await yieldToEventLoop()
    signal.throwIfAborted()
    const last = Math.min(upTo, after + HASHES_AT_ONCE)
    const own = hasContents ? await store.ownNumbers({ activityId, actions: NEEDED, after, last }) : []
    const contents = new Map<number, { readonly salt: string; readonly content: string }>()
    for (let from = 0; from < own.length; from += CONTENTS_AT_ONCE) {
      for (const { number, salt, content } of await store.contents(own.slice(from, from + CONTENTS_AT_ONCE))) {
        if (salt !== null && content !== null && isOf(content, activityId)) contents.set(number, { salt, content })
      }
    }
    let lines = ''
    for (const { number, content_hash: contenthash } of await store.hashes(after, last)) {
      lines += `${canonical({ number, contenthash, ...contents.get(number) })}\n`
      if (lines.length < PIECE) continue
      yield lines
      lines = ''
      await yieldToEventLoop()
    }
    if (lines !== '') yield lines
  }
}

/** Whether an entry belongs to the activity, or to none, by its hashed content; the id is the last field of canonical text. */
const isOf = (content: string, activityId: string): boolean => content.endsWith(`"voteactivityid":"${activityId}"}`) || content.endsWith('"voteactivityid":""}')

/** Queries on the entries for a bundle. */
function bundledQueries(db: Db) {
  return {
    /** The content hashes of the entries after one, up to another. */
    hashes: (after: number, last: number) =>
      db.selectFrom('audit_entry').select(['number', 'content_hash']).where('number', '>', after).where('number', '<=', last).orderBy('number').execute(),
    /** Whether an activity has an entry of some actions after a number. */
    async hasLater({ activityId, actions, after }: { activityId: string; actions: readonly string[]; after: number }): Promise<boolean> {
      const later = db
        .selectFrom('audit_entry as entry')
        .innerJoin('audit_summary as summary', 'summary.number', 'entry.number')
        .where('summary.activity_id', '=', activityId)
        .where('summary.activity_id', '<>', '')
        .where('summary.number', '>', after)
      return hasAny(later.where('entry.action', 'in', actions))
    },
    /** The numbers of an activity's entries in the range, and of those with some actions. */
    async ownNumbers({ activityId, actions, after, last }: { activityId: string; actions: readonly string[]; after: number; last: number }): Promise<number[]> {
      const own = await db
        .selectFrom('audit_summary')
        .select('number')
        .where('activity_id', '=', activityId)
        // Literal, as in the index: with a parameter the engine could not tell that the partial index applies.
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
    /** In no particular order; null if erased. */
    contents: (numbers: readonly number[]) => db.selectFrom('audit_entry').select(['number', 'salt', 'content']).where('number', 'in', numbers).execute(),
  }
}
