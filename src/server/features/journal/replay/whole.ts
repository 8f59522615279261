import { Refusal } from '#shared/contract/refusals.ts'
import type { Db } from '../../../database/schema.ts'
import { filesIn, stateIn, type EntryContent, type FiledEntry } from '../entryContent.ts'
import { createClockCheck, type ClockCheck } from '../journalTime.ts'
import { checkChain, type WholeCheck, type CheckOptions } from '../verify.ts'
import { compare, createEntryReplay, replayEntries, type ActivityHead, type EntryReplay, type ReplayCheck } from './check.ts'
import { activityEntries } from './entries.ts'

/** Limit on rows of open activities in memory. */
const MAX_ROWS = 200_000

type AllReplayed = Omit<ReplayCheck, 'names'>

/**
 * Checks the chain and compares every activity with its entries, on a snapshot.
 *
 * Each entry is read and parsed once, while the chain is walked; if the walk ends early, activities are replayed one by one.
 */
export async function checkJournal(db: Db, options: Omit<CheckOptions, 'observer'>): Promise<{ chain: WholeCheck; replay: AllReplayed; clock: ClockCheck }> {
  const replays = createReplays(db, options.signal)
  const clock = createClockCheck()
  const add = (entry: FiledEntry, content: EntryContent | null): void => {
    clock.add(entry)
    replays.add(entry, content)
  }
  const chain = await checkChain(db, { ...options, observer: { add, settle: () => replays.settle() } })
  return { chain, replay: await (chain.isIntact ? replays : createReplays(db, options.signal)).end(), clock: clock.result() }
}

/**
 * Checks the chain and compares one activity with its entries, on a snapshot.
 *
 * @throws Refusal `audit.broken` (402)
 */
export async function checkActivityInChain(db: Db, activityId: string, signal: AbortSignal): Promise<ReplayCheck> {
  const entryReplay = createEntryReplay(activityId)
  const add = (entry: FiledEntry, content: EntryContent | null): void => {
    if (entry.activity_id === activityId) entryReplay.add(entry, content, entry.content_hash)
  }
  const { brokenAt } = await checkChain(db, { signal, onProgress: () => undefined, observer: { add, settle: () => Promise.resolve() } })
  if (brokenAt !== null) throw new Refusal('audit.broken', { number: brokenAt })
  const head = (await activityEntries(db).activity(activityId)) ?? null
  return compare(db, activityId, { head, replayed: entryReplay.entries(), signal })
}

/**
 * Replays all activities at once. A finished one is compared immediately and released: memory holds only the activities
 * open at the same time, and of these only what fits.
 */
function createReplays(db: Db, signal: AbortSignal) {
  const open = new Map<string, EntryReplay>()
  const ended = new Set<string>()
  const results = new Map<string, ReplayCheck>()
  /** Activities with entries after the end, or with too many rows at once: replayed again separately. */
  const apart = new Set<string>()

  async function resultOf(id: string, head: ActivityHead): Promise<ReplayCheck> {
    const replayed = open.get(id)?.entries() ?? (await replayEntries(db, id, signal))
    return compare(db, id, { head, replayed, signal })
  }

  return {
    /** A sound entry, in the order of numbers; its content is null if erased. */
    add(entry: FiledEntry, content: EntryContent | null): void {
      const id = entry.activity_id
      if (id === null || id === '' || apart.has(id)) return
      if (results.has(id)) {
        if (content !== null && !tellsOfRows(content)) return
        results.delete(id)
        apart.add(id)
        return
      }
      const entryReplay = open.get(id) ?? createEntryReplay(id)
      open.set(id, entryReplay)
      entryReplay.add(entry, content ?? null, entry.content_hash)
      if (entry.action === 'activity.finish') ended.add(id)
    },
    /** Compares the activities that have ended since, and releases those with too many rows. */
    async settle(): Promise<void> {
      for (const id of ended) {
        results.set(id, await resultOf(id, (await activityEntries(db).activity(id)) ?? null))
        open.delete(id)
      }
      ended.clear()
      let held = [...open.values()].reduce((sum, entryReplay) => sum + entryReplay.rowCount(), 0)
      for (const [id, entryReplay] of held > MAX_ROWS ? open : []) {
        held -= entryReplay.rowCount()
        open.delete(id)
        apart.add(id)
        if (held <= MAX_ROWS) break
      }
    },
    /** All differences. */
    async end(): Promise<AllReplayed> {
      let [checked, filesChecked] = [0, 0]
      const differences: ReplayCheck['differences'][number][] = []
      for (const { id, row } of await activityEntries(db).activities()) {
        const one = results.get(id) ?? (await resultOf(id, row))
        checked += one.checked
        filesChecked += one.filesChecked
        for (const difference of one.differences) differences.push(difference)
      }
      return { checked, filesChecked, differences }
    },
  }
}

function tellsOfRows({ action, after }: EntryContent): boolean {
  const left = stateIn(after)
  return action === 'activity.finish' || filesIn(after).length > 0 || typeof left !== 'object' || left === null || Object.keys(left).length > 0
}
