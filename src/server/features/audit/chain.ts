import { createHash, hash as digestOf, type Hash } from 'node:crypto'
import { contentAsFiled, isErased, type FiledEntry, type ChainState } from './entryContent.ts'
import type { AuditTables } from './tables.ts'

type Entry = AuditTables['audit_entry']
type Part = AuditTables['audit_part']
/** An entry of the first form before it has its place in the chain. */
export type FirstFormDraft = Omit<Entry, 'number' | 'previous_hash' | 'hash' | 'content_hash' | 'salt' | 'content'>
type FirstFormEntry = FirstFormDraft & Pick<Entry, 'number' | 'previous_hash'>
/** An entry of the second form before it has its place in the chain. */
export type Draft = Omit<Entry, 'number' | 'previous_hash' | 'hash'>
/** Where a chain stands. */
export type Link = Pick<Entry, 'number' | 'hash'>

/** What is before the first entry. */
export const FIRST_HASH = '0'.repeat(64)
export const NO_ENTRY: Link = { number: 0, hash: FIRST_HASH }

const sha256 = (text: string): string => digestOf('sha256', text)

/** What the hash covers before an entry's contents. */
const headOf = (entry: Omit<FirstFormEntry, 'before_data' | 'after_data'>) => [
  entry.previous_hash,
  entry.number,
  entry.at,
  entry.user_id,
  entry.username,
  entry.nick_name,
  entry.address,
  entry.action,
  entry.subject,
]
/** What it covers behind them: nothing if there are no rows, as it was before entries could have any. */
const tailOf = ({ row_count, parts_hash }: Pick<Entry, 'row_count' | 'parts_hash'>) => (row_count === 0 && parts_hash === '' ? [] : [row_count, parts_hash])

/** Of the first form: SHA-256, hexadecimal, over an entry's columns and the hash of the one before it. */
export function firstFormHash(entry: FirstFormEntry): string {
  return sha256(JSON.stringify([...headOf(entry), entry.before_data, entry.after_data, ...tailOf(entry)]))
}

/** The same hash of an entry of the first form whose contents are too large to be held at once. They come in pieces, before first; no piece may end within a character. */
export async function entryHashInPieces(
  entry: Omit<FirstFormEntry, 'before_data' | 'after_data'>,
  contents: Record<'before' | 'after', AsyncIterable<string>>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(headOf(entry)).slice(0, -1))
  for (const content of [contents.before, contents.after]) {
    hash.update(',"')
    await addEscaped(hash, content)
    hash.update('"')
  }
  for (const value of tailOf(entry)) hash.update(`,${JSON.stringify(value)}`)
  return hash.update(']').digest('hex')
}

/** JSON escapes character by character, so that the pieces' texts are the whole's. */
async function addEscaped(hash: Hash, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) hash.update(JSON.stringify(piece).slice(1, -1))
}

/** `proof-layout.md` section 1: SHA-256 over the salt and the content, both as text. */
export const contentHash = (salt: string, content: string): string => sha256(salt + content)
/** `proof-layout.md` section 1: SHA-256 over the hash before, the number in decimal, and the content's hash. */
export const linkHash = (previous: string, number: number, contentHashed: string): string => sha256(`${previous}${number}${contentHashed}`)

/** Whether an entry is of the second form, whose hash covers its content's. */
export const isSecondForm = ({ content_hash }: Pick<Entry, 'content_hash'>): boolean => content_hash !== ''

function noteErased({ erased, erasedCounts }: ChainState, entry: Entry): void {
  erased.add(entry.number)
  erasedCounts.all += 1
  if (!isSecondForm(entry)) erasedCounts.firstForm += 1
}

/** Whether an entry's hashes are those of what it holds. An erased content contradicts nothing: whether it might be erased is asked at the chain's end. */
function isSound(entry: FiledEntry, chainState: ChainState): boolean {
  if (!isSecondForm(entry)) {
    if (!isErased(entry)) return firstFormHash(entry) === entry.hash
    // Its hash is in the entry behind it; that it was the right one nobody can tell any more. No such entry is behind one of the second form.
    if (chainState.isSecondForm) return false
    noteErased(chainState, entry)
    return true
  }
  chainState.isSecondForm = true
  if (linkHash(entry.previous_hash, entry.number, entry.content_hash) !== entry.hash) return false
  if (entry.content === null || entry.salt === null) {
    noteErased(chainState, entry)
    chainState.onSound(entry, null)
    return entry.content === entry.salt
  }
  const content = contentHash(entry.salt, entry.content) === entry.content_hash ? contentAsFiled(entry, entry.content, chainState) : null
  if (content) chainState.onSound(entry, content)
  return content !== null
}

/** SHA-256 over one part of a big change. */
export const partHash = ({ part, before_data, after_data }: Omit<Part, 'number'>): string => sha256(JSON.stringify([part, before_data, after_data]))
/** SHA-256 over the hashes of all parts, in their order: what the entry's own hash covers of them. */
export const partsHash = (hashes: readonly string[]): string => sha256(hashes.join(''))

/** Whether an entry is the one that follows on `previous`; its own hash is another question. */
export const follows = (entry: Pick<Entry, 'number' | 'previous_hash'>, previous: Link): boolean =>
  entry.number === previous.number + 1 && entry.previous_hash === previous.hash

/** The number of the first entry of a run that does not fit to the one before it; null if all do. `previous` is the entry before the run, `chainState` what all runs have told so far. */
export function firstBroken(previous: Link, entries: readonly FiledEntry[], chainState: ChainState): number | null {
  let before = previous
  for (const entry of entries) {
    if (!follows(entry, before) || !isSound(entry, chainState)) return before.number + 1
    before = entry
  }
  return null
}

/** Drafts in their order as the entries that follow on `last`. */
export function chained(last: Link, drafts: readonly Draft[]): Entry[] {
  let before = last
  return drafts.map((draft) => {
    const number = before.number + 1
    const entry = { ...draft, number, previous_hash: before.hash, hash: linkHash(before.hash, number, draft.content_hash) }
    before = entry
    return entry
  })
}
