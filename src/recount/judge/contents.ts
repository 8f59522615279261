import type { Bundle, Delivery, Rules, Slot, VoteRecord } from './bundle.ts'
import type { Chain, Content } from './chain.ts'
import { canonical } from './canonical.ts'
import { fieldsOrNone } from './fields.ts'
import { pictureFaults } from './pictures.ts'

/** A vote record according to the journal: as written by the last entry about it. */
interface JournalRecord {
  readonly number: number
  readonly status: number
  readonly answers: unknown
  readonly ballotid: unknown
  readonly code: unknown
}

export interface ContentComparison {
  readonly faults: readonly string[]
  /** Number of records compared with entries. */
  readonly compared: number
}

/**
 * Compares records, voids and pictures of deliveries, rule and titles with the entries whose contents are in the bundle (the
 * court's edition).
 */
export function compareContents(
  { contents }: Chain,
  { manifest, deliveries }: Pick<Bundle, 'manifest' | 'deliveries'>,
  rules: Rules,
  records: readonly VoteRecord[],
  tallydigest: string,
): ContentComparison {
  const journalRecords = new Map<string, JournalRecord>()
  for (const entry of contents) applyEntry(journalRecords, entry)
  const byId = new Map(records.map((record) => [record.recordid, record]))
  const faults = [...journalRecords].flatMap(([id, entry]) => {
    const record = byId.get(id)
    return record ? differences(record, entry) : [`投票记录 ${id} 已记入操作日志第 ${entry.number} 条，但投票记录中没有`]
  })
  const compared = [...journalRecords.keys()].filter((id) => byId.has(id)).length
  // If contents were erased, a record may have no entry left.
  const isWhole = !contents.some(({ action, voteactivityid }) => action === 'privacy.erase' && voteactivityid === rules.voteactivityid)
  const isCourt = 'value' in manifest && manifest.value.edition === 'court'
  if (compared > 0 && isWhole && isCourt)
    faults.push(...records.filter(({ recordid }) => !journalRecords.has(recordid)).map(({ recordid }) => `投票记录 ${recordid} 没有记入操作日志`))
  const listed = 'value' in deliveries ? deliveries.value : []
  return {
    faults: [
      ...faults,
      ...deliveryFaults(contents, listed, compared > 0 && isWhole && isCourt),
      ...pictureFaults(contents, { manifest }, listed, isWhole && isCourt),
      ...draftFaults(contents, rules),
      ...estateRulesFaults(contents, rules),
      ...digestFaults(contents, rules, tallydigest),
    ],
    compared,
  }
}

/** Applies one more entry to the records, in journal order. */
function applyEntry(journalRecords: Map<string, JournalRecord>, entry: Content): void {
  applyAct(journalRecords, entry)
  applyState(journalRecords, entry.number, entry.after['state'])
}

/** The rows left by an entry: the records of issued, spoiled or replaced papers appear only there. */
function applyState(journalRecords: Map<string, JournalRecord>, number: number, state: unknown): void {
  const { begins, record, gone } = fieldsOrNone(state)
  if (begins === true) journalRecords.clear()
  for (const row of Array.isArray(record) ? record : []) {
    const { id, status, answers, ballotId, markedCode } = fieldsOrNone(row)
    if (typeof id === 'string' && typeof status === 'number') journalRecords.set(id, { number, status, answers, ballotid: ballotId, code: markedCode })
  }
  const ids = fieldsOrNone(gone)['record']
  for (const id of Array.isArray(ids) ? ids : []) if (typeof id === 'string') journalRecords.delete(id)
}

function applyAct(journalRecords: Map<string, JournalRecord>, { number, action, subject, after }: Content): void {
  const before = journalRecords.get(subject)
  if (action === 'voting.unmark') journalRecords.delete(subject)
  else if (action === 'voting.void' && before) journalRecords.set(subject, { ...before, number, status: 2 })
  else if (action === 'voting.mark' || action === 'voting.complete' || action === 'voting.tally') {
    const { answers, ballotId, markedCode } = after
    journalRecords.set(subject, { number, status: action === 'voting.mark' ? 0 : 1, answers, ballotid: ballotId, code: markedCode })
  }
}

function differences(record: VoteRecord, { number, status, answers, ballotid, code }: JournalRecord): string[] {
  const fault = (what: string): string => `投票记录 ${record.recordid} 的${what}与操作日志第 ${number} 条不符`
  return [
    ...(record.recordstatus === status ? [] : [fault('状态')]),
    ...(status === 0 || typeof answers !== 'string' || answers === record.answers ? [] : [fault('答案')]),
    ...(typeof ballotid !== 'string' || ballotid === record.ballotid ? [] : [fault('票权')]),
    ...(typeof code !== 'string' || code === record.ballotcode ? [] : [fault('选票编号 / 标记码')]),
  ]
}

/** Actions that void many deliveries at once; their rows list which, or those of the entries that hold the excess of one. */
const VOIDING_MANY = ['notification.undoImport', 'notification.undoMany', 'notification.rows']

/** The deliveries voided by an entry. */
function voidedBy({ action, subject, after }: Content): readonly string[] {
  if (action === 'notification.void') return [subject]
  const rows = VOIDING_MANY.includes(action) ? fieldsOrNone(after['state'])['delivery'] : []
  return (Array.isArray(rows) ? rows : []).flatMap((row) => {
    const { id, voidedAt } = fieldsOrNone(row)
    return typeof id === 'string' && typeof voidedAt === 'number' ? [id] : []
  })
}

/** Deliveries are void if and only if an entry voided them; one whose property left the roster is not listed. */
function deliveryFaults(contents: readonly Content[], deliveries: readonly Delivery[], isWhole: boolean): string[] {
  const voided = new Map(contents.flatMap((entry) => voidedBy(entry).map((id) => [id, entry.number] as const)))
  return deliveries.flatMap(({ notifyid, voiddate }) => {
    const number = voided.get(notifyid)
    if (number !== undefined && voiddate === '') return [`送达记录 ${notifyid} 已于操作日志第 ${number} 条作废，但送达记录中没有作废`]
    return number === undefined && voiddate !== '' && isWhole ? [`送达记录 ${notifyid} 的作废没有记入操作日志`] : []
  })
}

const DRAFTS = ['activity.save', 'activity.copy', 'activity.update']

/** Compares the counting rule and the titles with the last saved draft. */
function draftFaults(contents: readonly Content[], { voteactivityid, votetype, slots }: Rules): string[] {
  const saved = contents.filter(({ action, subject }) => DRAFTS.includes(action) && subject === voteactivityid)
  const last = saved[saved.length - 1]
  if (!last) return []
  const { countingRule, topics } = last.after
  const titles = Array.isArray(topics) ? topics.flatMap(titlesOf) : []
  const terms = Array.isArray(topics) ? topics.flatMap(draftTerms) : []
  return [
    ...(typeof countingRule !== 'number' || countingRule === votetype ? [] : [`计票规则与操作日志第 ${last.number} 条不符`]),
    ...(topics === undefined || terms.join('\n') === slots.map(termsInWords).join('\n')
      ? []
      : [`议题适用的法定事项、应选名额或当选排序与操作日志第 ${last.number} 条不符`]),
    ...(titles.length === 0 || titles.join('\n') === slots.map(({ title }) => title).join('\n') ? [] : [`议题与操作日志第 ${last.number} 条不符`]),
  ]
}

/** An entry's row of an estate's rules, with the names of `rules.json`. */
const RULE_FIELDS = {
  version: 'rulesVersion',
  title: 'title',
  effectivefrom: 'effectiveFrom',
  votetype: 'countingRule',
  rulebasis: 'ruleBasis',
  proxylimit: 'proxyLimit',
  seatorder: 'seatOrder',
  noticedays: 'noticeDays',
} as const
/** The JSON columns, and their empty values. */
const RULE_LISTS = { deliverypolicy: ['deliveryPolicy', '[]'], clauses: ['clauses', '{}'] } as const

/** Compares the estate's rules with the last entry about them. */
function estateRulesFaults(contents: readonly Content[], { voteactivityid, estaterules }: Rules): string[] {
  const rows = (kind: string, id: string) =>
    contents.flatMap(({ number, after }) => {
      const list = fieldsOrNone(after['state'])[kind]
      return (Array.isArray(list) ? list.map(fieldsOrNone) : []).filter((row) => row['id'] === id).map((row) => ({ number, row }))
    })
  const [named] = rows('activity', voteactivityid).slice(-1)
  const fault = (number: number): string => `所依据的议事规则与操作日志第 ${number} 条不符`
  if (named && (named.row['rulesId'] ?? null) !== (estaterules?.rulesid ?? null)) return [fault(named.number)]
  if (!estaterules) return []
  const [written] = rows('rules', estaterules.rulesid).slice(-1)
  if (!written) return []
  const isSame =
    Object.entries(RULE_FIELDS).every(([field, column]) => estaterules[field] === written.row[column]) &&
    Object.entries(RULE_LISTS).every(([field, [column, none]]) => canonical(estaterules[field] ?? null) === canonical(jsonIn(written.row[column] ?? none)))
  return isSame ? [] : [fault(written.number)]
}

/** Parses a JSON column; null if invalid. */
function jsonIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** A topic's counting terms as text, once per slot: from a draft; below, from the rules. */
function draftTerms(topic: { lawItem?: unknown; seats?: unknown; seatOrder?: unknown; options?: unknown } | null): string[] {
  const { lawItem, seats, seatOrder, options } = topic ?? {}
  const order = typeof seats === 'number' ? (seatOrder ?? 1) : null
  return Array(Array.isArray(options) && options.length > 0 ? options.length : 1).fill(inWords(lawItem, seats, order))
}
const inWords = (...terms: readonly unknown[]): string => terms.map((each) => (typeof each === 'number' ? String(each) : '-')).join(' ')
const termsInWords = ({ lawitem, election }: Slot): string => inWords(lawitem, election?.seats, election?.order)

/** A topic's title, or its options' in the page's form. */
function titlesOf(topic: { title?: unknown; options?: unknown } | null): string[] {
  const title = String(topic?.title)
  const options = Array.isArray(topic?.options) ? (topic.options as { title?: unknown }[]) : []
  return options.length === 0 ? [title] : options.map((option) => `${title}：${String(option.title)}`)
}

function digestFaults(contents: readonly Content[], { voteactivityid }: Rules, tallydigest: string): string[] {
  return contents
    .filter(({ action, subject, after }) => action === 'activity.finish' && subject === voteactivityid && typeof after['tallydigest'] === 'string')
    .filter(({ after }) => after['tallydigest'] !== tallydigest)
    .map(({ number }) => `投票结果与操作日志第 ${number} 条（结束投票）记下的摘要不符`)
}
