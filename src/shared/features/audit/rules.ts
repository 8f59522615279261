import { maskOf, type MaskedKind } from '../../owner/masking.ts'
import type { TextLimit } from '../../text/limits.ts'
import type { AuditContent, AuditRow } from './content.ts'
import { maskedKindOf } from './maskedFields.ts'
import { FIELD_COUNT, fieldName, fieldRank, isPlainField } from '../words.ts'
import { featureOf, isFields, valueInWords, withPlace, type Fields } from './words.ts'

/** By how much the server's clock may be behind the journal before nothing may be changed any more, in ms (`proof.md` section 8). */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

export const auditLimits = {
  /** Why differences, or changes of the schema, are known. */
  knownReason: { label: '原因', max: 200, missing: '请输入原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** One field of an entry: what it was and what it became. */
export interface EntryField {
  /** Where it is in the entry: `property.phone`. */
  readonly path: string
  readonly label: string
  /** What is masked where people look on. */
  readonly kind: 'text' | MaskedKind
  readonly before: string
  readonly after: string
  /** Only in a change: not in what was made or removed as a whole. */
  readonly isChanged: boolean
  /** An id, a digest, or what has no word. */
  readonly isTechnical: boolean
}

interface Leaf {
  readonly path: readonly string[]
  /** The path as a text: `property.phone`. */
  readonly key: string
  readonly text: string
  /** Its place among the fields of an entry. */
  readonly rank: number
}

const listsProperties = (list: unknown): boolean => Array.isArray(list) && list.some((each) => isFields(each) && 'ownerName' in each)

/** Every field by its path, those of objects inside too. */
function leavesOf(feature: string, value: unknown, path: readonly string[] = []): Leaf[] {
  if (value === null || value === undefined) return []
  // A list by itself is of ballots, or of properties where they were taken into a roster.
  const fields = isFields(value) ? withPlace(value) : { [listsProperties(value) ? 'houses' : 'ballots']: value }
  return Object.entries(fields).flatMap(([name, each]) => {
    const at = [...path, name]
    if (isFields(each)) return leavesOf(feature, each, at)
    return [{ path: at, key: at.join('.'), text: valueInWords(feature, name, each), rank: path.length * FIELD_COUNT + fieldRank(name) }]
  })
}

/** A request is one thing that is new, and says itself what was before and what is wanted. */
function sidesOf({ before, after }: Pick<AuditContent, 'before' | 'after'>): AuditRow {
  if (!isFields(after) || !isFields(after['before']) || !isFields(after['after'])) return { before, after }
  const { before: was, after: wanted, ...rest } = after
  return { before: { ...rest, ...was }, after: { ...rest, ...wanted } }
}

/** What an entry holds, field by field; a field that is empty before and after is left out. */
export function comparedFields({ action, ...content }: AuditContent): EntryField[] {
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
        // What the later side does not speak of has stayed.
        isChanged: isUpdate && isAt.has(key) && was !== is,
        isTechnical: !path.every(isPlainField),
      }
    })
    .filter((field) => field.before !== '' || field.after !== '')
}

const shown = (kind: EntryField['kind'], text: string, isMasked: boolean): string => (isMasked && kind !== 'text' ? maskOf[kind](text) : text)

/** Fields in a line; phones and ID numbers masked unless they are asked for. */
function fieldsInWords(fields: readonly EntryField[], { isMasked = true } = {}): string {
  const said = ({ label, kind, before, after, isChanged }: EntryField): string => {
    const [was, is] = [shown(kind, before, isMasked), shown(kind, after, isMasked)]
    return `${label}：${isChanged && was !== '' ? `${was} → ${is || '（无）'}` : is || was}`
  }
  return fields.map(said).join('，').replaceAll('\n', '；')
}

/** One side of an entry, all of its fields, for a file. */
export function sideInWords(fields: readonly EntryField[], side: 'before' | 'after', isMasked: boolean): string {
  return fields
    .filter((field) => field[side] !== '')
    .map(({ label, kind, [side]: text }) => `${label}：${shown(kind, text, isMasked)}`)
    .join('；')
    .replaceAll('\n', '、')
}

/** Already shown in columns of their own. */
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
/** As long as a person reads in a list. */
const MAX_SUMMARY = 200
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text)

/** What an entry's rows and columns say: of a change what changed; of what is new or gone all that the other columns do not tell. */
function summaryOf(content: AuditContent): string {
  const fields = comparedFields(content).filter(({ isTechnical }) => !isTechnical)
  const changed = fields.filter(({ isChanged }) => isChanged)
  const shown = changed.length > 0 ? changed : fields.filter(({ path }) => !inOtherColumns.has(path.split('.').at(-1) ?? ''))
  return cut(fieldsInWords(shown), MAX_SUMMARY)
}

/** The contents of an entry without the rows that are in it as `changed`; null if there is nothing else. */
export function withoutRows(content: unknown): unknown {
  if (!isFields(content) || !('changed' in content)) return content
  const { changed: _changed, ...rest } = content
  return Object.keys(rest).length === 0 ? null : rest
}

/** The rows that are in an entry's contents: those of one part. */
export function rowsIn({ before, after }: Partial<AuditRow>): AuditRow[] {
  const listIn = (content: unknown): readonly unknown[] => (isFields(content) && Array.isArray(content['changed']) ? content['changed'] : [])
  const [were, are] = [listIn(before), listIn(after)]
  return Array.from({ length: Math.max(were.length, are.length) }, (_, index) => ({ before: were[index] ?? null, after: are[index] ?? null }))
}

/** A row of a big change in words: which property, and what changed of it. */
export function rowInWords(action: string, row: AuditRow, options?: { readonly isMasked: boolean }): { readonly subjectName: string; readonly change: string } {
  const content = { action, ...row }
  const fields = comparedFields(content).filter(({ isTechnical }) => !isTechnical)
  const changed = fields.filter(({ isChanged }) => isChanged)
  const shown = changed.length > 0 ? changed : fields.filter(({ path }) => !inOtherColumns.has(path))
  return { subjectName: subjectNameOf(factsOf(row)), change: fieldsInWords(shown, options) }
}

/** The names that an entry holds, wherever they are in it. */
function factsOf({ before, after }: AuditRow): Fields {
  const levels: Fields[] = []
  const look = (value: unknown): void => {
    if (!isFields(value)) return
    levels.push(withPlace(value))
    for (const name of ['property', 'before', 'after']) look(value[name])
  }
  // What was comes first: a change is told of the thing by the name under which it was known.
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
    // Within an activity the estate is known. Property and owner first: a narrow column cuts what comes last.
    const estate = textIn(facts, 'activityTitle') === '' ? textIn(facts, 'estateName') : ''
    return `${[place, textIn(facts, 'ownerName')].filter((part) => part !== '').join(' ')}${estate === '' ? '' : `（${estate}）`}`
  }
  if (username !== '') return nickName === '' || nickName === username ? username : `${nickName}（${username}）`
  return ['name', 'title', 'activityTitle', 'estateName', 'fileName'].map((name) => textIn(facts, name)).find((text) => text !== '') ?? ''
}

/** Actions whose entries are about their rows' properties; those of the others are about what they name themselves. */
const namedByRows: ReadonlySet<string> = new Set(['ballot.sync', 'notification.saveMany'])

/** What the journal's list shows of an entry. */
export interface EntrySummary {
  /** Property and owner, estate, account or file: what the entry is about, in words. */
  readonly subjectName: string
  /** The public id; `''` if it is of no activity. */
  readonly activityId: string
  readonly activityTitle: string
  /** What was done, in words, on one line; phones and ID numbers masked. */
  readonly summary: string
}

/**
 * An entry in the words of the journal's list.
 *
 * @param subject the entry's subject: of an activity's own actions the activity's id
 * @param rows the first rows of a big change and how many there are
 */
export function summarise(
  content: AuditContent & { readonly subject: string },
  { rows = [], rowCount = rows.length }: { readonly rows?: readonly AuditRow[]; readonly rowCount?: number } = {},
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
