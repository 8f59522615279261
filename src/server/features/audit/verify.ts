import { ROWS_PER_PART } from '#shared/features/audit/content.ts'
import type { Db } from '../../database/schema.ts'
import { firstBroken, NO_ENTRY, partHash, partsHash, type Link } from './chain.ts'
import { newChainState, type FiledEntry, type OnSound, type ChainState } from './entryContent.ts'
import { auditStore } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** Bytes that are read, hashed and followed between two turns of the event loop: some 5 ms, so that other calls hardly notice. */
const STEP_BYTES = 256 * 1024
/** Entries whose sizes are asked for together. */
const SIZES_AT_ONCE = 5_000

/** What checking the chain found. */
export interface ChainCheck {
  /** Entries that fit. */
  readonly entryCount: number
  readonly isIntact: boolean
  /** The number of the first entry that does not fit, or whose rows do not; null if all do. */
  readonly brokenAt: number | null
}

/** The same, with what had no contents to be checked. */
export interface WholeCheck extends ChainCheck {
  /** Entries whose contents were erased, as later ones tell. */
  readonly erasedCount: number
}

/** How a check ends early, and whom it tells. */
export interface CheckOptions {
  /** Ends the work: the check throws its reason. */
  readonly signal: AbortSignal
  readonly onProgress: (checked: number) => void
  /** Told of the entries while they are read, and awaited between two runs of them. */
  readonly observer?: { readonly add: OnSound; readonly settle: () => Promise<void> }
}

interface Size {
  readonly number: number
  readonly bytes: number
  readonly row_count: number
}

/**
 * Checks the whole chain, and the parts of big changes, in steps of bytes: never more than some megabytes are in memory,
 * and other calls go on between two steps.
 *
 * @throws the signal's reason when it aborts
 */
export async function checkChain(db: Db, { signal, onProgress, observer }: CheckOptions): Promise<WholeCheck> {
  const store = auditStore(db)
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
    // Rows behind the last entry are nobody's, unless an entry with rows was written since.
    const [stray] = await store.numbersWithParts(before.number + 1, Number.MAX_SAFE_INTEGER)
    if (stray === undefined) return ended(before, chainState)
    if ((await store.sizesAfter(before.number, 1)).length === 0) return { ...broken(stray, chainState), entryCount: before.number }
  }
}

function broken(brokenAt: number, { erasedCount }: ChainState): WholeCheck {
  return { entryCount: brokenAt - 1, isIntact: false, brokenAt, erasedCount }
}

/** The end of a chain that fits: a content that is gone without a word of it is a fault all the same. */
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

/** The runs in their order, the next one asked for while one is checked: a database of its own works meanwhile. */
async function* readAhead(db: Db, runs: readonly (readonly Size[])[]): AsyncGenerator<Run> {
  let ahead = readRun(db, runs[0])
  for (const next of [...runs.slice(1), undefined]) {
    const run = await ahead
    ahead = readRun(db, next)
    // Whoever stops early asks no more for it; its failure is nobody's then.
    ahead.catch(() => undefined)
    if (run) yield run
  }
}

async function readRun(db: Db, run: readonly Size[] | undefined): Promise<Run | null> {
  const [first, last] = [run?.[0]?.number, run?.at(-1)?.number]
  if (first === undefined || last === undefined) return null
  return { first, last, entries: await auditStore(db).filedBetween(first, last) }
}

/** The last entry of a run, where all of it fits to the one before; else the number of the first that does not. `stray` is the first of the run that has parts. */
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

/** Whether an entry's parts are the ones that its hash covers, and no others. */
async function arePartsWhole(db: Db, { number, row_count: rowCount, parts_hash: expected }: FiledEntry): Promise<boolean> {
  const store = auditStore(db)
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
