import { isFields } from '#shared/features/journal/words.ts'
import type { EntryKind } from '#shared/contract/journalLabels.ts'
import type { JournalTables } from './tables.ts'

type Entry = JournalTables['audit_entry']

/**
 * An entry's content, all of it covered by its hash (`proof-layout.md` section 1).
 *
 * With the layout's names: bundles contain it unchanged.
 */
export interface EntryContent {
  readonly action: string
  /** The caller's address. */
  readonly address: string
  readonly after: unknown
  /** Epoch ms. */
  readonly at: number
  readonly before: unknown
  readonly kind: EntryKind
  readonly nickName: string
  readonly subject: string
  /** The public id; `''` for the system. */
  readonly userid: string
  readonly username: string
  /** The entry's activity; `''` for none. */
  readonly voteactivityid: string
}

/** The number of a big change's rows in `audit_part`, and their hash: part of `after`, so that the entry's hash covers them. */
export interface PartsCovered {
  readonly count: number
  readonly hash: string
}
/** The field of `after` with {@link PartsCovered}. */
export const PARTS_FIELD = 'parts'
/** The field of `after` with the resulting rows for replay; human-readable fields are separate. */
export const STATE_FIELD = 'state'
/** The field of `after` with each file attached by the entry, as in its upload's entry. */
export const FILES_FIELD = 'fileHashes'
/** A stored file by public id. */
export interface FileHash {
  readonly id: string
  readonly sha256: string
}

/** State accumulated over the preceding entries when walking a chain. */
export interface ChainState {
  /** The keys of accounts by the public ids in entries: each must have the same one throughout. */
  readonly userKeys: Map<string, number>
  /** Entries with erased contents not yet named by a later entry. */
  readonly erased: Set<number>
  /** Number of entries without contents, whether named or not. */
  erasedCount: number
  /** Called for every sound entry; its content is null if erased. */
  readonly onSound: OnSound
}
export type OnSound = (entry: FiledEntry, content: EntryContent | null) => void
/** The state before the first entry. */
export const newChainState = (onSound: OnSound = () => undefined): ChainState => ({
  userKeys: new Map(),
  erased: new Set(),
  erasedCount: 0,
  onSound,
})

/** The entry that lists erased contents, in `after.numbers` (`proof-layout.md` section 1). */
export const ERASING = 'privacy.erase'

const TEXTS = ['action', 'address', 'nickName', 'subject', 'userid', 'username', 'voteactivityid'] as const
const isContent = (value: unknown): value is EntryContent =>
  isFields(value) && typeof value['at'] === 'number' && TEXTS.every((name) => typeof value[name] === 'string')

/**
 * Parses a stored content; null if invalid.
 *
 * Anybody with access to the database can write anything there, with matching hashes: no check may fail on it.
 */
export function parsedContent(text: string): EntryContent | null {
  try {
    const content: unknown = JSON.parse(text)
    return isContent(content) ? content : null
  } catch {
    return null
  }
}

/** An entry with the activity it is filed under (`audit_summary`); null if unknown. */
export type FiledEntry = Entry & { readonly activity_id: string | null }

/** An entry's content if the columns it is filed by match it; else null. */
export function contentAsFiled(entry: FiledEntry, text: string, { userKeys, erased }: ChainState): EntryContent | null {
  const content = parsedContent(text)
  if (!content) return null
  const parts = partsIn(content.after)
  if (content.action === ERASING) for (const number of numbersIn(content.after)) erased.delete(number)
  const userKey = userKeys.get(content.userid) ?? entry.user_id
  if (content.userid !== '') userKeys.set(content.userid, userKey)
  const isSame =
    userKey === entry.user_id &&
    content.voteactivityid === entry.activity_id &&
    content.action === entry.action &&
    content.address === entry.address &&
    content.at === entry.at &&
    content.nickName === entry.nick_name &&
    content.subject === entry.subject &&
    content.username === entry.username &&
    (parts?.count ?? 0) === entry.row_count &&
    (parts?.hash ?? '') === entry.parts_hash
  return isSame ? content : null
}

/** The entries listed by an erasure; empty if malformed, so that no content can stop a check. */
function numbersIn(after: unknown): readonly number[] {
  const numbers = isFields(after) ? after['numbers'] : null
  return Array.isArray(numbers) ? numbers.filter((number): number is number => typeof number === 'number') : []
}

const partsIn = (after: unknown): PartsCovered | null => (isFields(after) ? ((after[PARTS_FIELD] as PartsCovered | undefined) ?? null) : null)

/** The state left in the tables by an entry; empty if its `after` has none. Its shape is validated when replayed. */
export const stateIn = (after: unknown): unknown => (isFields(after) ? (after[STATE_FIELD] ?? {}) : {})

/** The files attached by an entry; empty if malformed. */
export function filesIn(after: unknown): readonly FileHash[] {
  const files = isFields(after) ? after[FILES_FIELD] : null
  if (!Array.isArray(files)) return []
  return files.filter((file): file is FileHash => isFields(file) && typeof file['id'] === 'string' && typeof file['sha256'] === 'string')
}

/** Before and after for readers: without the fields meant for programs only. */
export interface ReadableContent {
  readonly before: unknown
  readonly after: unknown
  readonly isErased: boolean
}

/** The contents of an entry; both null if erased. */
export function contentOf(entry: Pick<Entry, 'content'>): ReadableContent {
  if (entry.content === null) return { before: null, after: null, isErased: true }
  const content = parsedContent(entry.content)
  return { before: content?.before ?? null, after: readable(content?.after ?? null), isErased: false }
}

function readable(after: unknown): unknown {
  if (!isFields(after)) return after
  const { [PARTS_FIELD]: parts, [STATE_FIELD]: state, [FILES_FIELD]: _files, ...rest } = after
  // A removal, or a change with nothing but rows.
  return (parts !== undefined || state !== undefined) && Object.keys(rest).length === 0 ? null : rest
}
