import type { AuditAction } from '#shared/features/words.ts'
import { hasAny } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { canonical } from './canonical.ts'
import type { CheckpointContent } from './checkpoint.ts'
import { checkpointStore } from './checkpointStore.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** A checkpoint as it was signed. */
export interface Signed {
  readonly checkpoint: CheckpointContent
  readonly signature: string
  /** Canonical: what is signed. */
  readonly content: string
  /** Epoch ms. */
  readonly at: number
}

/**
 * The checkpoint that a bundle of an activity is of, and all that it names: those up to it, in the order of their making.
 *
 * Of two that reach equally far it is the later one. A bundle's own is of no bundle, and stands only in those of later
 * checkpoints: so the same data make the same bytes.
 *
 * `isBehind`: papers were drawn or read, or something was published since, which a bundle tells as well; its journal would not hold that.
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
/** What is done once an activity has ended, that a bundle tells. */
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
] as const satisfies readonly AuditAction[]

const toSigned = ({ content, signature, made_at: at }: { readonly content: string; readonly signature: string; readonly made_at: number }): Signed => ({
  checkpoint: JSON.parse(content) as CheckpointContent, // this feature alone writes it
  signature,
  content,
  at,
})

/** Entries whose hashes are read together, and whose contents: those of a roster may be large. */
const [HASHES_AT_ONCE, CONTENTS_AT_ONCE] = [1_000, 50]
/** Characters of a piece, or a few more: what is made of one in a turn of the event loop. */
const PIECE = 256 * 1024
/** Entries of no activity that a bundle has whole: without them keys, times and gaps cannot be judged. */
const NEEDED = [
  'audit.key',
  'audit.acceptClock',
  'audit.olderAccepted',
  'audit.schemaMended',
  'audit.storedOtherwise',
  'system.restore',
  'privacy.erase',
] as const satisfies readonly AuditAction[]

/** Which part of the journal a bundle has. */
export interface JournalRequest {
  readonly activityId: string
  /** The last entry. */
  readonly upTo: number
  /** Whether the activity's own entries have their contents. */
  readonly hasContents: boolean
  readonly signal: AbortSignal
}

/**
 * The journal as a bundle has it, from its first entry, in pieces of whole lines: the hashes of all entries, the contents
 * of the activity's alone (`proof-layout.md` section 6).
 *
 * @throws the signal's reason when it aborts
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

/** Whether an entry is the activity's, or nobody's, by what its hash covers; it is the last field of canonical text. */
const isOf = (content: string, activityId: string): boolean => content.endsWith(`"voteactivityid":"${activityId}"}`) || content.endsWith('"voteactivityid":""}')

/** Queries on the entries that a bundle has. */
function bundledQueries(db: Db) {
  return {
    /** The contents' hashes of the entries behind one, up to another. */
    hashes: (after: number, last: number) =>
      db.selectFrom('audit_entry').select(['number', 'content_hash']).where('number', '>', after).where('number', '<=', last).orderBy('number').execute(),
    /** Whether an activity has an entry of some actions behind a number. */
    async hasLater({ activityId, actions, after }: { activityId: string; actions: readonly string[]; after: number }): Promise<boolean> {
      const later = db
        .selectFrom('audit_entry as entry')
        .innerJoin('audit_summary as summary', 'summary.number', 'entry.number')
        .where('summary.activity_id', '=', activityId)
        .where('summary.activity_id', '<>', '')
        .where('summary.number', '>', after)
      return hasAny(later.where('entry.action', 'in', actions))
    },
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
    /** In no promised order; null if they were erased. */
    contents: (numbers: readonly number[]) => db.selectFrom('audit_entry').select(['number', 'salt', 'content']).where('number', 'in', numbers).execute(),
  }
}
