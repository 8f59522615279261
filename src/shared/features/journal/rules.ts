import { maskOf, type MaskedKind } from '../../owner/masking.ts'
import type { TextLimit } from '../../text/limits.ts'
import type { JournalContent, JournalRow } from './content.ts'
import { maskedKindOf } from './maskedFields.ts'
import { FIELD_COUNT, fieldName, fieldRank, isPlainField } from '../words.ts'
import { featureOf, isFields, valueInWords, withPlace, type Fields } from './words.ts'

/** How far the server's clock may be behind the journal before changes are blocked (ms, `proof.md` section 8). */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

export const journalLimits = {
  /** Reason for acknowledging differences or schema changes. */
  knownReason: { label: '原因', max: 200, missing: '请输入原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** One field of an entry: before and after. */
export interface EntryField {
  /** Its path in the entry: `property.phone`. */
  readonly path: string
  readonly label: string
  /** Whether and how it is masked on the screen. */
  readonly kind: 'text' | MaskedKind
  readonly before: string
  readonly after: string
  /** Only shown for updates, not for inserts and deletions. */
  readonly isChanged: boolean
  /** An id, a digest, or a field without a label. */
  readonly isTechnical: boolean
}

interface Leaf {
  readonly path: readonly string[]
  /** The path as a text: `property.phone`. */
  readonly key: string
  readonly text: string
  /** Its position among an entry's fields. */
  readonly rank: number
}

const listsProperties = (list: unknown): boolean => Array.isArray(list) && list.some((each) => isFields(each) && 'ownerName' in each)

/** All fields by path, including those of nested objects. */
function leavesOf(feature: string, value: unknown, path: readonly string[] = []): Leaf[] {
  if (value === null || value === undefined) return []
  // A bare list contains ballots, or the properties taken into a roster.
  const fields = isFields(value) ? withPlace(value) : { [listsProperties(value) ? 'houses' : 'ballots']: value }
  return Object.entries(fields).flatMap(([name, each]) => {
    const at = [...path, name]
    if (isFields(each)) return leavesOf(feature, each, at)
    return [{ path: at, key: at.join('.'), text: valueInWords(feature, name, each), rank: path.length * FIELD_COUNT + fieldRank(name) }]
  })
}

/** A change request is one new record that contains both old and requested values. */
function sidesOf({ before, after }: Pick<JournalContent, 'before' | 'after'>): JournalRow {
  if (!isFields(after) || !isFields(after['before']) || !isFields(after['after'])) return { before, after }
  const { before: was, after: wanted, ...rest } = after
  return { before: { ...rest, ...was }, after: { ...rest, ...wanted } }
}

/** An entry's contents, field by field; omits fields that are empty both before and after. */
export function comparedFields({ action, ...content }: JournalContent): EntryField[] {
  const feature = featureOf(action)
  const sides = sidesOf(content)
  const [were, are] = [leavesOf(feature, sides.before), leavesOf(feature, sides.after)]
  const textsOf = (leaves: readonly Leaf[]) => new Map(leaves.map(({ key, text }) => [key, text]))
  const [wasAt, isAt] = [textsOf(were), textsOf(are)]
  const isUpdate = sides.before !== null && sides.after !== null
  return [...are, ...were.filter(({ key }) => !isAt.has(key))]
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ path, key }): EntryField => {
      const [was, is] = [wasAt.get(key) ?? '', isAt.get(key) ?? '']
      return {
        path: key,
        label: path.map(fieldName).join(' · '),
        kind: maskedKindOf(path.at(-1) ?? '') ?? 'text',
        before: was,
        after: is,
        // A field that the later side lacks is unchanged.
        isChanged: isUpdate && isAt.has(key) && was !== is,
        isTechnical: !path.every(isPlainField),
      }
    })
    .filter((field) => field.before !== '' || field.after !== '')
}

const shown = (kind: EntryField['kind'], text: string, isMasked: boolean): string => (isMasked && kind !== 'text' ? maskOf[kind](text) : text)

/** Fields on one line; phones and ID numbers masked by default. */
function fieldsInWords(fields: readonly EntryField[], { isMasked = true } = {}): string {
  const said = ({ label, kind, before, after, isChanged }: EntryField): string => {
    const [was, is] = [shown(kind, before, isMasked), shown(kind, after, isMasked)]
    return `${label}：${isChanged && was !== '' ? `${was} → ${is || '（无）'}` : is || was}`
  }
  return fields.map(said).join('，').replaceAll('\n', '；')
}

/** All fields of one side of an entry, for a file. */
export function sideInWords(fields: readonly EntryField[], side: 'before' | 'after', isMasked: boolean): string {
  return fields
    .filter((field) => field[side] !== '')
    .map(({ label, kind, [side]: text }) => `${label}：${shown(kind, text, isMasked)}`)
    .join('；')
    .replaceAll('\n', '、')
}

/** Already shown in their own columns. */
const inOtherColumns = new Set([
  'place',
  'ownerName',
  'estateName',
  'activityTitle',
  'username',
  'nickName',
  'name',
  'title',
  'period',
  'zone',
  'building',
  'unit',
  'room',
])
/** Maximum length of a summary in a list. */
const MAX_SUMMARY = 200
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text)

/** An entry's summary: the changed fields of an update; of an insert or deletion, everything not shown in other columns. */
function summaryOf(content: JournalContent): string {
  const fields = comparedFields(content).filter(({ isTechnical }) => !isTechnical)
  const changed = fields.filter(({ isChanged }) => isChanged)
  const shown = changed.length > 0 ? changed : fields.filter(({ path }) => !inOtherColumns.has(path.split('.').at(-1) ?? ''))
  return cut(fieldsInWords(shown), MAX_SUMMARY)
}

/** An entry's contents without its rows in `changed`; null if nothing else is left. */
export function withoutRows(content: unknown): unknown {
  if (!isFields(content) || !('changed' in content)) return content
  const { changed: _changed, ...rest } = content
  return Object.keys(rest).length === 0 ? null : rest
}

/** The rows in an entry's contents: those of one part. */
export function rowsIn({ before, after }: Partial<JournalRow>): JournalRow[] {
  const listIn = (content: unknown): readonly unknown[] => (isFields(content) && Array.isArray(content['changed']) ? content['changed'] : [])
  const [were, are] = [listIn(before), listIn(after)]
  return Array.from({ length: Math.max(were.length, are.length) }, (_, index) => ({ before: were[index] ?? null, after: are[index] ?? null }))
}

/** A row of a bulk change as text: the property and its changes. */
export function rowInWords(
  action: string,
  row: JournalRow,
  options?: { readonly isMasked: boolean },
): { readonly subjectName: string; readonly change: string } {
  const content = { action, ...row }
  const fields = comparedFields(content).filter(({ isTechnical }) => !isTechnical)
  const changed = fields.filter(({ isChanged }) => isChanged)
  const shown = changed.length > 0 ? changed : fields.filter(({ path }) => !inOtherColumns.has(path))
  return { subjectName: subjectNameOf(factsOf(row)), change: fieldsInWords(shown, options) }
}

/** The names in an entry, at any depth. */
function factsOf({ before, after }: JournalRow): Fields {
  const levels: Fields[] = []
  const look = (value: unknown): void => {
    if (!isFields(value)) return
    levels.push(withPlace(value))
    for (const name of ['property', 'before', 'after']) look(value[name])
  }
  // The old value first: a change names the record by its former name.
  look(before)
  look(after)
  const facts: Record<string, unknown> = {}
  for (const level of levels) {
    for (const [name, value] of Object.entries(level)) if (typeof value === 'string' && value !== '') facts[name] ??= value
  }
  return facts
}
const textIn = (facts: Fields, name: string): string => (typeof facts[name] === 'string' ? facts[name] : '')

function subjectNameOf(facts: Fields): string {
  const [place, username, nickName] = [textIn(facts, 'place'), textIn(facts, 'username'), textIn(facts, 'nickName')]
  if (place !== '') {
    // Within an activity the estate is known. Property and owner come first: a narrow column truncates the end.
    const estate = textIn(facts, 'activityTitle') === '' ? textIn(facts, 'estateName') : ''
    return `${[place, textIn(facts, 'ownerName')].filter((part) => part !== '').join(' ')}${estate === '' ? '' : `（${estate}）`}`
  }
  if (username !== '') return nickName === '' || nickName === username ? username : `${nickName}（${username}）`
  return ['name', 'title', 'activityTitle', 'estateName', 'fileName'].map((name) => textIn(facts, name)).find((text) => text !== '') ?? ''
}

/** Actions whose entries are about their rows' properties; other entries name their own subject. */
const namedByRows: ReadonlySet<string> = new Set(['ballot.sync', 'notification.saveMany'])

/** An entry's data in the journal's list. */
export interface EntrySummary {
  /** The entry's subject as text: property and owner, estate, account or file. */
  readonly subjectName: string
  /** The public id; `''` if it belongs to no activity. */
  readonly activityId: string
  readonly activityTitle: string
  /** What was done, on one line; phones and ID numbers masked. */
  readonly summary: string
}

/**
 * An entry as text for the journal's list.
 *
 * @param subject the entry's subject: for an activity's own actions, the activity's id
 * @param rows the first rows of a bulk change, and their number
 */
export function summarise(
  content: JournalContent & { readonly subject: string },
  { rows = [], rowCount = rows.length }: { readonly rows?: readonly JournalRow[]; readonly rowCount?: number } = {},
): EntrySummary {
  const feature = featureOf(content.action)
  const facts = factsOf(content)
  const activityTitle = textIn(facts, 'activityTitle') || (feature === 'activity' ? textIn(facts, 'title') : '')
  const activityId = textIn(facts, 'activityId') || (feature === 'activity' && content.action !== 'activity.export' ? content.subject : '')
  const [first] = rows
  const isChosen = textIn(facts, 'scope') === '' // by a filter: the rows are then only those that were changed
  const ofRows = first && isChosen && namedByRows.has(content.action) ? subjectNameOf({ ...factsOf(first), activityTitle: 'known' }) : ''
  const subjectName = ofRows === '' ? subjectNameOf(facts) : rowCount > 1 ? `${ofRows} 等 ${rowCount} 套` : ofRows
  return { subjectName: cut(subjectName, MAX_SUMMARY), activityId, activityTitle, summary: summaryOf(content) }
}
