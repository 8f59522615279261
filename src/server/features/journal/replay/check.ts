import { isFields } from '#shared/features/journal/words.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Db } from '../../../database/schema.ts'
import { contentHash } from '../chain.ts'
import { digestsIn } from '../checkpoint.ts'
import { checkpointStore } from '../checkpointStore.ts'
import { ERASING, filesIn, parsedContent, stateIn, type EntryContent } from '../entryContent.ts'
import type { JournalTables } from '../tables.ts'
import { rosterDigest, tallyDigest } from './digests.ts'
import { activityEntries } from './entries.ts'
import { compareFiles, type FileCheck } from './files.ts'
import { propertiesToName, namesOf, type NamedRows } from './names.ts'
import { createComparison, createReplay, inOrder, type Difference } from './replay.ts'
import { stateKinds, type StateKind, type StateRow } from './state.ts'
import { stateStore } from './stateStore.ts'

/** Result of comparing the journal with the tables. */
export interface ReplayCheck {
  /** Number of rows compared. */
  readonly checked: number
  /** Number of files compared. */
  readonly filesChecked: number
  /** In the layout's order. */
  readonly differences: readonly Difference[]
  /** Display names of differing things, by id. */
  readonly names: ReadonlyMap<string, string>
}

/** The activity columns that a check needs; null if the tables lack the activity. */
export type ActivityHead = { readonly key: number; readonly status: number } | null

/** Result of replaying an activity's entries. */
interface ReplayedEntries {
  readonly replay: ReturnType<typeof createReplay>
  /** The digest in the entry of its end; null if none. */
  readonly tallyDigest: string | null
  /** The roster digest, from the same entry. */
  readonly rosterDigest: string | null
  /** Entries whose contents differ from those covered by the chain. */
  readonly broken: readonly Difference[]
  /** Entries with erased contents: any of them makes the rows incomparable. */
  readonly erased: readonly Difference[]
  /** The SHA-256 of files attached by entries, by public id. */
  readonly fileHashes: ReadonlyMap<string, string>
}

/** Replays the entries of one activity, in order. */
export function createEntryReplay(activityId: string) {
  const replay = createReplay()
  const broken: Difference[] = []
  const erased: Difference[] = []
  const fileHashes = new Map<string, string>()
  let [tallyDigest, rosterDigest] = [null as string | null, null as string | null]
  return {
    /** `content` is null if erased, and undefined if invalid; `found` is the hash of the stored content. */
    add({ number, action, content_hash: expected }: EntryHead, content: EntryContent | null | undefined, found: string): void {
      const about = { kind: 'activity' as const, id: activityId, activity: activityId, field: `journal.${number}`, expected }
      if (content === null) {
        erased.push({ ...about, found: null })
        return
      }
      const after = content?.after
      if (found !== expected || content?.voteactivityid !== activityId || !replay.apply(stateIn(after))) broken.push({ ...about, found })
      for (const file of filesIn(after)) fileHashes.set(file.id, file.sha256)
      if (action === 'activity.finish') [tallyDigest, rosterDigest] = [digestIn(after, 'tallydigest'), digestIn(after, 'rosterdigest')]
      // The digests kept when erasing an activity whose end had none yet.
      if (action === ERASING) [tallyDigest, rosterDigest] = [tallyDigest ?? digestIn(after, 'tallydigest'), rosterDigest ?? digestIn(after, 'rosterdigest')]
    },
    /** Number of rows after the entries so far. */
    rowCount: () => replay.rowCount(),
    /** The result of the entries so far; a live view. */
    entries: (): ReplayedEntries => ({ replay, tallyDigest, rosterDigest, broken, erased, fileHashes }),
  }
}
export type EntryReplay = ReturnType<typeof createEntryReplay>
/** The fields of an entry needed besides its content. */
type EntryHead = Pick<JournalTables['audit_entry'], 'number' | 'action' | 'content_hash'>

/** Reads and replays the entries of one activity. */
export async function replayEntries(db: Db, activityId: string, signal: AbortSignal | undefined): Promise<ReplayedEntries> {
  const entryReplay = createEntryReplay(activityId)
  for await (const entries of activityEntries(db).all(activityId)) {
    signal?.throwIfAborted()
    for (const { salt, content, ...entry } of entries) {
      if (content === null || salt === null) entryReplay.add(entry, null, '')
      else entryReplay.add(entry, parsedContent(content) ?? undefined, contentHash(salt, content))
    }
  }
  return entryReplay.entries()
}

function digestIn(after: unknown, name: 'tallydigest' | 'rosterdigest'): string | null {
  const digest = isFields(after) ? after[name] : null
  return typeof digest === 'string' ? digest : null
}

/** Compares the replayed entries of an activity with the tables, field by field (`proof.md` section 2). */
export async function compare(
  db: Db,
  activityId: string,
  { head, replayed, signal }: { readonly head: ActivityHead; readonly replayed: ReplayedEntries; readonly signal: AbortSignal | undefined },
): Promise<ReplayCheck> {
  const attached = { hashes: replayed.fileHashes, isPartlyErased: replayed.erased.length > 0 }
  const files = head ? await compareFiles(db, { id: activityId, key: head.key }, attached, signal) : noFiles
  const filesChecked = files.checked
  if (!replayed.replay.hasBegun() && (head === null || head.status === ActivityStatus.notStarted))
    return { checked: 0, filesChecked, differences: [...replayed.broken, ...files.differences].toSorted(inOrder), names: files.names }
  const comparison = createComparison(activityId, replayed.replay.rows())
  /** Rows needed to name differences: the differing ones, and the few that everything belongs to. */
  const named = Object.fromEntries(stateKinds.map((kind) => [kind, new Map<string, StateRow>()])) as NamedRows // a map a kind
  if (head) {
    for (const kind of replayed.replay.kinds()) {
      for await (const some of stateStore(db).all(kind, head.key)) {
        signal?.throwIfAborted()
        for (const row of some) if (!comparison.found(kind, row) || alwaysNamed.has(kind)) named[kind].set(row.id, row)
      }
    }
  }
  const expected = replayed.tallyDigest ?? (await signedTally(db, activityId))
  // If contents were erased after the end, only the signed digests outside the journal can be compared; contents must not be
  // erased before the end.
  const isTallyLeft = head?.status === ActivityStatus.finished && expected !== null
  const compared = replayed.erased.length === 0 ? comparison.end() : { checked: 0, differences: isTallyLeft ? [] : replayed.erased }
  const { checked, differences } = compared
  const found = head && isTallyLeft ? await tallyDigest(db, head.key) : expected
  const ofTally = found === expected ? [] : [{ kind: 'tally' as const, id: activityId, activity: activityId, field: 'tallydigest', expected, found }]
  const ofRoster = head && isTallyLeft && replayed.erased.length > 0 ? await rosterDifference(db, activityId, head.key, replayed.rosterDigest) : []
  const ofEstate = head ? await estateDifference(db, activityId, head.key) : []
  const all = [...replayed.broken, ...differences, ...ofTally, ...ofRoster, ...ofEstate, ...files.differences].toSorted(inOrder)
  if (all.length === 0) return { checked, filesChecked, differences: all, names: new Map() }
  const properties = await propertiesToName(head ? stateStore(db).all('house', head.key) : [], all, named, replayed.replay.rows())
  const names = namesOf(all, { found: { ...named, house: properties }, files: files.names, recorded: replayed.replay.rows() })
  return { checked, filesChecked, differences: all, names }
}

/** For an activity missing in the tables. */
const noFiles: FileCheck = { checked: 0, differences: [], names: new Map() }

const alwaysNamed: ReadonlySet<StateKind> = new Set(['activity', 'topic', 'option'])

/** With erased contents: whether places, areas and owners' hashes still match those at the end. */
async function rosterDifference(db: Db, activityId: string, activityKey: number, expected: string | null): Promise<readonly Difference[]> {
  if (expected === null) return []
  const found = await rosterDigest(db, activityKey)
  return found === expected ? [] : [{ kind: 'activity', id: activityId, activity: activityId, field: 'rosterdigest', expected, found }]
}

/** Whether the activity's estate name matches the newest entry about it. */
async function estateDifference(db: Db, activityId: string, activityKey: number): Promise<readonly Difference[]> {
  const told = await db
    .selectFrom('activity')
    .innerJoin('estate', 'estate.id', 'activity.estate_id')
    .innerJoin('audit_entry as entry', 'entry.subject', 'estate.public_id')
    .select(['estate.name', 'entry.content'])
    .where('activity.id', '=', activityKey)
    .where('entry.action', 'in', ['estate.save', 'estate.update'])
    .orderBy('entry.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const after = parsedContent(told?.content ?? '')?.after
  if (!told || !isFields(after) || typeof after['name'] !== 'string' || after['name'] === told.name) return []
  return [{ kind: 'activity', id: activityId, activity: activityId, field: 'estateName', expected: after['name'], found: told.name }]
}

/** The tally digest signed by 完成; null if it has none. */
async function signedTally(db: Db, activityId: string): Promise<string | null> {
  const signed = await checkpointStore(db).newestOf(activityId, 'finish')
  return signed ? (digestsIn(signed.content).tallydigest ?? null) : null // its signature is another check
}

/** Checks one activity on a snapshot. */
export async function checkActivity(db: Db, activityId: string, signal?: AbortSignal): Promise<ReplayCheck> {
  const head = (await activityEntries(db).activity(activityId)) ?? null
  return compare(db, activityId, { head, replayed: await replayEntries(db, activityId, signal), signal })
}
