import { ROWS_PER_PART } from '#shared/features/journal/content.ts'
import type { Db } from '../../database/schema.ts'
import { firstBroken, NO_ENTRY, partHash, partsHash, type Link } from './chain.ts'
import { newChainState, type FiledEntry, type OnSound, type ChainState } from './entryContent.ts'
import { journalStore } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** Bytes read, hashed and followed per turn of the event loop: about 5 ms, hardly noticeable to other calls. */
const STEP_BYTES = 256 * 1024
/** Entries per query of sizes. */
const SIZES_AT_ONCE = 5_000

/** Result of checking the chain. */
export interface ChainCheck {
  /** Number of intact entries. */
  readonly entryCount: number
  readonly isIntact: boolean
  /** The number of the first entry that is broken, or whose rows are; null if all are intact. */
  readonly brokenAt: number | null
}

/** The same, with the number of entries without contents to check. */
export interface WholeCheck extends ChainCheck {
  /** Entries with erased contents, as recorded by later ones. */
  readonly erasedCount: number
}

/** Cancellation and progress of a check. */
export interface CheckOptions {
  /** Cancels the check, which then throws its reason. */
  readonly signal: AbortSignal
  readonly onProgress: (checked: number) => void
  /** Called with the entries as they are read, and awaited between runs of them. */
  readonly observer?: { readonly add: OnSound; readonly settle: () => Promise<void> }
}

interface Size {
  readonly number: number
  readonly bytes: number
  readonly row_count: number
}

/**
 * Checks the whole chain, and the parts of big changes, in steps of bytes: only some megabytes are in memory, and other
 * calls are served between steps.
 *
 * @throws the signal's reason if it aborts
 */
export async function checkChain(db: Db, { signal, onProgress, observer }: CheckOptions): Promise<WholeCheck> {
  const store = journalStore(db)
  const chainState = newChainState(observer?.add)
  let before = NO_ENTRY
  for (;;) {
    const sizes = await store.sizesAfter(before.number, SIZES_AT_ONCE)
    const withParts = await store.numbersWithParts(before.number + 1, sizes.at(-1)?.number ?? 0)
    for await (const run of readAhead(db, runsOf(sizes, STEP_BYTES))) {
      await yieldToEventLoop()
      signal.throwIfAborted()
      const checked = await checkRun(db, before, { ...run, stray: withParts.find((number) => number >= run.first && number <= run.last) }, chainState)
      if (typeof checked === 'number') return broken(checked, chainState)
      before = checked
      await observer?.settle()
      onProgress(before.number)
    }
    if (sizes.length > 0) continue
    // Rows after the last entry are stray, unless an entry with rows was written since.
    const [stray] = await store.numbersWithParts(before.number + 1, Number.MAX_SAFE_INTEGER)
    if (stray === undefined) return ended(before, chainState)
    if ((await store.sizesAfter(before.number, 1)).length === 0) return { ...broken(stray, chainState), entryCount: before.number }
  }
}

function broken(brokenAt: number, { erasedCount }: ChainState): WholeCheck {
  return { entryCount: brokenAt - 1, isIntact: false, brokenAt, erasedCount }
}

/** The end of an intact chain: a content missing without a recorded erasure is still a fault. */
function ended({ number }: Link, chainState: ChainState): WholeCheck {
  const { erased, erasedCount } = chainState
  if (erased.size > 0)
    return broken(
      [...erased].reduce((one, other) => Math.min(one, other)),
      chainState,
    )
  return { entryCount: number, isIntact: true, brokenAt: null, erasedCount }
}

/** Entries in the order given, together as long as they stay within a step of bytes; one with rows, or one that is larger, is alone. */
export function runsOf(sizes: readonly Size[], stepBytes: number): Size[][] {
  const runs: Size[][] = []
  let [bytes, isOpen] = [0, false]
  for (const size of sizes) {
    const isAlone = size.row_count > 0 || size.bytes > stepBytes
    if (!isOpen || isAlone || bytes + size.bytes > stepBytes) {
      runs.push([])
      bytes = 0
    }
    runs.at(-1)?.push(size)
    bytes += size.bytes
    isOpen = !isAlone
  }
  return runs
}

interface Run {
  readonly first: number
  readonly last: number
  readonly entries: readonly FiledEntry[]
}

/** Yields the runs in order, prefetching the next one while one is checked: a separate database server works meanwhile. */
async function* readAhead(db: Db, runs: readonly (readonly Size[])[]): AsyncGenerator<Run> {
  let ahead = readRun(db, runs[0])
  for (const next of [...runs.slice(1), undefined]) {
    const run = await ahead
    ahead = readRun(db, next)
    // If the consumer stops early, the prefetch is not awaited, and its failure must not be unhandled.
    ahead.catch(() => undefined)
    if (run) yield run
  }
}

async function readRun(db: Db, run: readonly Size[] | undefined): Promise<Run | null> {
  const [first, last] = [run?.[0]?.number, run?.at(-1)?.number]
  if (first === undefined || last === undefined) return null
  return { first, last, entries: await journalStore(db).filedBetween(first, last) }
}

/**
 * Returns the last entry of a run if the run is intact; else the number of the first broken one. `stray` is the run's first
 * entry with parts.
 */
async function checkRun(
  db: Db,
  before: Link,
  { entries, stray }: Run & { readonly stray: number | undefined },
  chainState: ChainState,
): Promise<Link | number> {
  const brokenAt = firstBroken(before, entries, chainState)
  const last = entries.at(-1)
  if (brokenAt !== null || !last) return brokenAt ?? before.number + 1
  // One with rows is alone in its run; an erased one has none any more.
  if (last.row_count > 0 && last.content !== null) return (await arePartsWhole(db, last)) ? last : last.number
  return stray ?? last
}

/** Whether an entry's parts are exactly those covered by its hash. */
async function arePartsWhole(db: Db, { number, row_count: rowCount, parts_hash: expected }: FiledEntry): Promise<boolean> {
  const store = journalStore(db)
  const count = Math.ceil(rowCount / ROWS_PER_PART)
  const hashes: string[] = []
  for (let part = 1; part <= count; part++) {
    await yieldToEventLoop()
    const found = await store.part(number, part)
    if (!found) return false
    hashes.push(partHash(found))
  }
  return (count === 0 ? '' : partsHash(hashes)) === expected && (await store.partCount(number)) === count
}
