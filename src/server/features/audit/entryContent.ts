import { isFields } from '#shared/features/audit/words.ts'
import type { EntryKind } from '#shared/contract/auditLabels.ts'
import type { AuditTables } from './tables.ts'

type Entry = AuditTables['audit_entry']

/**
 * What an entry holds, all of it covered by its hash (`proof-layout.md` section 1).
 *
 * Its names are the layout's: bundles hand it out as it is.
 */
export interface EntryContent {
  readonly action: string
  /** Where it came from. */
  readonly address: string
  readonly after: unknown
  /** Epoch ms. */
  readonly at: number
  readonly before: unknown
  readonly kind: EntryKind
  readonly nickName: string
  readonly subject: string
  /** The public id; `''` of what nobody did. */
  readonly userid: string
  readonly username: string
  /** Whose entry it is; `''` of no activity. */
  readonly voteactivityid: string
}

/** How many rows a big change has in `audit_part`, and what covers them: it is in `after`, so that the hash covers them. */
export interface PartsCovered {
  readonly count: number
  readonly hash: string
}
/** The field of `after` under which {@link PartsCovered} stands. */
export const PARTS_FIELD = 'parts'
/** The field of `after` under which replay finds the rows as they became; people who read an entry are told by the other fields. */
export const STATE_FIELD = 'state'
/** The field of `after` under which each file stands that the entry attaches, as its upload's entry tells of it. */
export const FILES_FIELD = 'fileHashes'
/** A stored file by its public id. */
export interface FileHash {
  readonly id: string
  readonly sha256: string
}

/** What is to be known of the entries before, when a chain is walked. */
export interface ChainState {
  /** The keys of the accounts that entries name by their public ids: each has one and the same throughout. */
  readonly userKeys: Map<string, number>
  /** Entries whose contents are gone, and which no entry since has named as erased. */
  readonly erased: Set<number>
  /** How many entries are without their contents, whoever named them. */
  erasedCount: number
  /** Told of every entry that is sound; its content is null if it was erased. */
  readonly onSound: OnSound
}
export type OnSound = (entry: FiledEntry, content: EntryContent | null) => void
/** What is known before the first entry. */
export const newChainState = (onSound: OnSound = () => undefined): ChainState => ({
  userKeys: new Map(),
  erased: new Set(),
  erasedCount: 0,
  onSound,
})

/** The entry that says which contents were erased, in `after.numbers` (`proof-layout.md` section 1). */
export const ERASING = 'privacy.erase'

const TEXTS = ['action', 'address', 'nickName', 'subject', 'userid', 'username', 'voteactivityid'] as const
const isContent = (value: unknown): value is EntryContent =>
  isFields(value) && typeof value['at'] === 'number' && TEXTS.every((name) => typeof value[name] === 'string')

/**
 * A content as it is stored; null if it is none.
 *
 * Whoever owns the database can write anything there, with hashes that fit: no check may stop at it.
 */
export function parsedContent(text: string): EntryContent | null {
  try {
    const content: unknown = JSON.parse(text)
    return isContent(content) ? content : null
  } catch {
    return null
  }
}

/** An entry with the activity under which it is found (`audit_summary`); null if nothing says so. */
export type FiledEntry = Entry & { readonly activity_id: string | null }

/** An entry's content, where the columns by which the entry is found say the same; else null. */
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

/** The entries that an erasure names; none if it names none, so that no content can stop a check. */
function numbersIn(after: unknown): readonly number[] {
  const numbers = isFields(after) ? after['numbers'] : null
  return Array.isArray(numbers) ? numbers.filter((number): number is number => typeof number === 'number') : []
}

const partsIn = (after: unknown): PartsCovered | null => (isFields(after) ? ((after[PARTS_FIELD] as PartsCovered | undefined) ?? null) : null)

/** What an entry left in the tables; nothing if its `after` tells of nothing. What its shape is worth is seen when it is followed. */
export const stateIn = (after: unknown): unknown => (isFields(after) ? (after[STATE_FIELD] ?? {}) : {})

/** The files that an entry attaches, none where they are not told as the journal does. */
export function filesIn(after: unknown): readonly FileHash[] {
  const files = isFields(after) ? after[FILES_FIELD] : null
  if (!Array.isArray(files)) return []
  return files.filter((file): file is FileHash => isFields(file) && typeof file['id'] === 'string' && typeof file['sha256'] === 'string')
}

/** What was before and after, as people read it: without what is there for programs alone. */
export interface ReadableContent {
  readonly before: unknown
  readonly after: unknown
  readonly isErased: boolean
}

/** The contents of an entry; both null if they were erased. */
export function contentOf(entry: Pick<Entry, 'content'>): ReadableContent {
  if (entry.content === null) return { before: null, after: null, isErased: true }
  const content = parsedContent(entry.content)
  return { before: content?.before ?? null, after: readable(content?.after ?? null), isErased: false }
}

function readable(after: unknown): unknown {
  if (!isFields(after)) return after
  const { [PARTS_FIELD]: parts, [STATE_FIELD]: state, [FILES_FIELD]: _files, ...rest } = after
  // What was removed, or a change that says nothing but its rows.
  return (parts !== undefined || state !== undefined) && Object.keys(rest).length === 0 ? null : rest
}
