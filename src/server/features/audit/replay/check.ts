import type { Kysely } from 'kysely'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Schema } from '../../../database/schema.ts'
import { contentHash } from '../chain.ts'
import { checkpointStore } from '../checkpointStore.ts'
import { STATE_FIELD, type EntryContent } from '../entryContent.ts'
import { tallyDigestOf } from './digests.ts'
import { activityEntries } from './entries.ts'
import { namesOf } from './names.ts'
import { createComparison, createReplay, inOrder, type Difference } from './replay.ts'
import { stateKinds, type State, type StateKind, type StateRow } from './state.ts'
import { stateStore } from './stateStore.ts'

/** What comparing the journal with the tables came to. */
export interface ReplayCheck {
  /** Rows that were compared. */
  readonly checked: number
  /** In the layout's order. */
  readonly differences: readonly Difference[]
  /** What people call the things that differ, by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/** The row of an activity, as far as a check needs to know; null where the tables have none. */
type ActivityHead = { readonly key: number; readonly status: number } | null

/** What an activity's entries told. */
interface Told {
  readonly replay: ReturnType<typeof createReplay>
  /** The digest in the entry of its end; null where there is none. */
  readonly tallyDigest: string | null
  /** Entries whose contents are not those that the chain covers. */
  readonly broken: readonly Difference[]
  /** Whether contents were erased: then nothing can be compared any more. */
  readonly isErased: boolean
}

async function follow(db: Kysely<Schema>, activityId: string, signal: AbortSignal | undefined): Promise<Told> {
  const replay = createReplay()
  const broken: Difference[] = []
  let [tallyDigest, isErased] = [null as string | null, false]
  for await (const entries of activityEntries(db).all(activityId)) {
    signal?.throwIfAborted()
    for (const { number, action, content_hash: expected, salt, content } of entries) {
      if (content === null || salt === null) {
        isErased = true
        continue
      }
      const found = contentHash(salt, content)
      if (found !== expected) broken.push({ kind: 'activity', id: activityId, activity: activityId, field: `journal.${number}`, expected, found })
      const after = (JSON.parse(content) as EntryContent).after as Readonly<Record<string, unknown>> | null
      if (after?.[STATE_FIELD]) replay.apply(after[STATE_FIELD] as State) // the journal alone writes it
      if (action === 'activity.finish') tallyDigest = typeof after?.['tallydigest'] === 'string' ? after['tallydigest'] : null
    }
  }
  return { replay, tallyDigest, broken, isErased }
}

const byId = (rows: Readonly<Record<StateKind, readonly StateRow[]>>) =>
  Object.fromEntries(stateKinds.map((kind) => [kind, new Map(rows[kind].map((row) => [row.id, row]))])) as Record<StateKind, Map<string, StateRow>> // a map a kind

/** Follows the entries of an activity and compares what comes out with the tables, field by field (`proof.md` section 2). */
async function checkOne(db: Kysely<Schema>, activityId: string, head: ActivityHead, signal: AbortSignal | undefined): Promise<ReplayCheck> {
  const told = await follow(db, activityId, signal)
  if (!told.replay.hasBegun() && (head === null || head.status === ActivityStatus.notStarted)) return { checked: 0, differences: told.broken, names: new Map() }
  const comparison = createComparison(activityId, told.replay.rows())
  const rows = Object.fromEntries(stateKinds.map((kind) => [kind, [] as StateRow[]])) as Record<StateKind, StateRow[]> // a list a kind
  if (head) {
    for (const kind of stateKinds) {
      for await (const some of stateStore(db).all(kind, head.key)) {
        signal?.throwIfAborted()
        for (const row of some) comparison.found(kind, row)
        rows[kind].push(...some)
      }
    }
  }
  // Where contents were erased the tally alone can be compared: its digest stands signed beside the journal, too.
  const { checked, differences } = told.isErased ? { checked: 0, differences: [] } : comparison.end()
  const expected = told.tallyDigest ?? (await signedTally(db, activityId))
  const found = head?.status === ActivityStatus.finished && expected !== null ? await tallyDigestOf(rows) : expected
  const ofTally = found === expected ? [] : [{ kind: 'tally' as const, id: activityId, activity: activityId, field: 'tallydigest', expected, found }]
  const all = [...told.broken, ...differences, ...ofTally].toSorted(inOrder)
  return { checked, differences: all, names: all.length === 0 ? new Map() : namesOf(all, byId(rows), told.replay.rows()) }
}

/** The tally's digest that 完成 signed; null where it signed none. */
async function signedTally(db: Kysely<Schema>, activityId: string): Promise<string | null> {
  const signed = await checkpointStore(db).newestOf(activityId, 'finish')
  return signed ? ((JSON.parse(signed.content) as { readonly tallydigest?: string }).tallydigest ?? null) : null // its signature is another check
}

/** One activity, of one moment: on a snapshot. */
export async function checkActivity(db: Kysely<Schema>, activityId: string, signal?: AbortSignal): Promise<ReplayCheck> {
  return checkOne(db, activityId, (await activityEntries(db).activity(activityId)) ?? null, signal)
}

/** Every activity that has started, of one moment: on a snapshot. */
export async function checkActivities(
  db: Kysely<Schema>,
  { signal, onProgress = () => undefined }: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, total: number) => void } = {},
): Promise<Omit<ReplayCheck, 'names'>> {
  const started = await activityEntries(db).started()
  let checked = 0
  const differences: Difference[] = []
  for (const [index, { id, row }] of started.entries()) {
    onProgress(index, started.length)
    const one = await checkOne(db, id, row, signal)
    checked += one.checked
    for (const difference of one.differences) differences.push(difference)
  }
  return { checked, differences }
}
