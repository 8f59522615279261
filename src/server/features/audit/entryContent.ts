import type { EntryKind } from '#shared/features/audit/kinds.ts'
import type { AuditTables } from './tables.ts'

type Entry = AuditTables['audit_entry']

/**
 * What an entry of the second form holds, all of it covered by its hash (`proof-layout.md` section 1).
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

/** How many rows a big change has in `audit_part`, and what covers them: it stands in `after`, so that the hash covers them. */
export interface PartsCovered {
  readonly count: number
  readonly hash: string
}
/** The field of `after` under which {@link PartsCovered} stands. */
export const PARTS_FIELD = 'parts'
/** The field of `after` under which replay finds the rows as they became; people who read an entry are told by the other fields. */
export const STATE_FIELD = 'state'

/** What is to be known of the entries before, when a chain is walked. */
export interface Walk {
  /** The keys of the accounts that entries name by their public ids: each has one and the same throughout. */
  readonly people: Map<string, number>
  /** Entries whose contents are gone, and which no entry since has named as erased. */
  readonly erased: Set<number>
}
export const newWalk = (): Walk => ({ people: new Map(), erased: new Set() })

/** The entry that says which contents were erased, in `after.numbers` (`proof-layout.md` section 1). */
const ERASING = 'privacy.erase'

/** Whether the columns by which entries are found say what the content says. */
export function areColumnsOf(entry: Entry, text: string, { people, erased }: Walk): boolean {
  const content = JSON.parse(text) as EntryContent // its hash is right, so the journal wrote it
  const parts = partsIn(content.after)
  if (content.action === ERASING) for (const number of numbersIn(content.after)) erased.delete(number)
  const userKey = people.get(content.userid) ?? entry.user_id
  if (content.userid !== '') people.set(content.userid, userKey)
  return (
    userKey === entry.user_id &&
    entry.before_data === '' &&
    entry.after_data === '' &&
    content.action === entry.action &&
    content.address === entry.address &&
    content.at === entry.at &&
    content.nickName === entry.nick_name &&
    content.subject === entry.subject &&
    content.username === entry.username &&
    (parts?.count ?? 0) === entry.row_count &&
    (parts?.hash ?? '') === entry.parts_hash
  )
}

/** The entries that an erasure names; none where it names none, so that no content can stop a check. */
function numbersIn(after: unknown): readonly number[] {
  const numbers = isFields(after) ? after['numbers'] : null
  return Array.isArray(numbers) ? numbers.filter((number): number is number => typeof number === 'number') : []
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const partsIn = (after: unknown): PartsCovered | null => (isFields(after) ? ((after[PARTS_FIELD] as PartsCovered | undefined) ?? null) : null)

/** What was before and after, as people read it: of either form, without what stands there for programs alone. */
export interface ReadableContent {
  readonly before: unknown
  readonly after: unknown
  readonly isErased: boolean
}

/** The contents of an entry of either form; both null where they were erased. */
export function contentOf(entry: Pick<Entry, 'before_data' | 'after_data' | 'content_hash' | 'content'>): ReadableContent {
  if (entry.content_hash === '') return { before: JSON.parse(entry.before_data), after: JSON.parse(entry.after_data), isErased: false }
  if (entry.content === null) return { before: null, after: null, isErased: true }
  const { before, after } = JSON.parse(entry.content) as EntryContent // this feature alone writes it
  return { before, after: readable(after), isErased: false }
}

function readable(after: unknown): unknown {
  if (!isFields(after)) return after
  const { [PARTS_FIELD]: parts, [STATE_FIELD]: state, ...rest } = after
  // What was removed, or a change that says nothing but its rows.
  return (parts !== undefined || state !== undefined) && Object.keys(rest).length === 0 ? null : rest
}
