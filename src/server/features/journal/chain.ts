import { hash as digestOf } from 'node:crypto'
import { contentAsFiled, type FiledEntry, type ChainState } from './entryContent.ts'
import type { JournalTables } from './tables.ts'

type Entry = JournalTables['audit_entry']
type Part = JournalTables['audit_part']
/** An entry not yet placed in the chain. */
export type Draft = Omit<Entry, 'number' | 'previous_hash' | 'hash'>
/** A position in the chain. */
export type Link = Pick<Entry, 'number' | 'hash'>

/** The hash preceding the first entry. */
export const FIRST_HASH = '0'.repeat(64)
export const NO_ENTRY: Link = { number: 0, hash: FIRST_HASH }

const sha256 = (text: string): string => digestOf('sha256', text)

/** `proof-layout.md` section 1: SHA-256 over the salt and the content, both as text. */
export const contentHash = (salt: string, content: string): string => sha256(salt + content)
/** `proof-layout.md` section 1: SHA-256 over the previous hash, the number in decimal, and the content's hash. */
export const linkHash = (previous: string, number: number, contentHashed: string): string => sha256(`${previous}${number}${contentHashed}`)

/**
 * Whether an entry's hashes match its content. Erased content is accepted: whether it was allowed to be erased is checked
 * at the chain's end.
 */
function isSound(entry: FiledEntry, chainState: ChainState): boolean {
  if (linkHash(entry.previous_hash, entry.number, entry.content_hash) !== entry.hash) return false
  if (entry.content === null || entry.salt === null) {
    chainState.erased.add(entry.number)
    chainState.erasedCount += 1
    chainState.onSound(entry, null)
    return entry.content === entry.salt
  }
  const content = contentHash(entry.salt, entry.content) === entry.content_hash ? contentAsFiled(entry, entry.content, chainState) : null
  if (content) chainState.onSound(entry, content)
  return content !== null
}

/** SHA-256 over one part of a big change. */
export const partHash = ({ part, before_data, after_data }: Omit<Part, 'number'>): string => sha256(JSON.stringify([part, before_data, after_data]))
/** SHA-256 over the hashes of all parts in order, which the entry's own hash covers. */
export const partsHash = (hashes: readonly string[]): string => sha256(hashes.join(''))

/** Whether an entry directly follows `previous`; does not check its own hash. */
const follows = (entry: Pick<Entry, 'number' | 'previous_hash'>, previous: Link): boolean =>
  entry.number === previous.number + 1 && entry.previous_hash === previous.hash

/**
 * The number of the first entry of a run that breaks the chain; null if none. `previous` is the entry before the run,
 * `chainState` accumulates over all runs.
 */
export function firstBroken(previous: Link, entries: readonly FiledEntry[], chainState: ChainState): number | null {
  let before = previous
  for (const entry of entries) {
    if (!follows(entry, before) || !isSound(entry, chainState)) return before.number + 1
    before = entry
  }
  return null
}

/** Chains drafts in order after `last`. */
export function chained(last: Link, drafts: readonly Draft[]): Entry[] {
  let before = last
  return drafts.map((draft) => {
    const number = before.number + 1
    const entry = { ...draft, number, previous_hash: before.hash, hash: linkHash(before.hash, number, draft.content_hash) }
    before = entry
    return entry
  })
}
