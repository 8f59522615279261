import { z } from 'zod'
import { SchemaFault } from './schemaFaults.ts'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, pageFields } from '../../contract/page.ts'
import { integer, jobId, moment, optionalText, searchText, text } from '../../contract/values.ts'
import { formatTime, parseTime, wrongTime } from '../../time/chinaTime.ts'
import { wire } from '../../contract/wire.ts'
import { checkpointKinds, codeInGroups, typedCode } from './checkpoint.ts'
import { KnownDifferences, ReplaySummary } from './replay.ts'
import { journalLimits } from './rules.ts'
import { entryKinds, type EntryKind } from '../../contract/journalLabels.ts'

/** The maximum of {@link integer}. */
const MAX_NUMBER = 1e15 - 1

const rowFields = {
  /** Consecutive. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  address: ['address', z.string()],
  /** The endpoint's dotted name, or one of `ownActions`. */
  action: ['action', z.string()],
  kind: ['kind', z.enum(entryKinds)],
  /** The public id of the changed thing. */
  subject: ['subject', z.string()],
  /** Text: property and owner, estate, account or file. */
  subjectName: ['subjectname', z.string()],
  /** `''` if it belongs to no activity. */
  activityId: ['voteactivityid', z.string()],
  activityTitle: ['activitytitle', z.string()],
  /** What was done, as text of at most 200 characters; phones and ID numbers masked. */
  summary: ['summary', z.string()],
  /** Whether its contents were erased at the end of retention. */
  isErased: ['erased', z.boolean()],
  hash: ['hash', z.string()],
} as const

/** One change in the list: who, when, from where, on what; the contents before and after have their own call. */
export const JournalListRow = wire(rowFields)
export type JournalListRow = z.output<typeof JournalListRow>

/**
 * One complete change. `hash` covers the entry, its parts and the previous entry's hash.
 *
 * The rows of a bulk change (properties changed by an import) are `changed` in `before` and `after`, in parts of at most 500,
 * in the same order.
 */
export const JournalEntry = wire({
  ...rowFields,
  previousHash: ['previoushash', z.string()],
  before: ['before', z.unknown()],
  after: ['after', z.unknown()],
  /** The part's number, from 1. */
  part: ['part', z.int()],
  /** At least 1. */
  partCount: ['partcount', z.int()],
  /** Rows of all parts; 0 if the change has none. */
  rowCount: ['rowcount', z.int()],
})
export type JournalEntry = z.output<typeof JournalEntry>

const DAY_MS = 24 * 3_600_000
/** One end of a time span: a moment or a whole day on the wire, `''` if open; epoch milliseconds in the program. */
function spanEnd(label: string, isEnd: boolean) {
  const momentOf = (written: string): number | null => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written)
    const found = parseTime(isDay ? `${written} 00:00:00` : written)
    return found === null || !isEnd ? found : found + (isDay ? DAY_MS : 1_000) - 1
  }
  const wrong = wrongTime(label)
  return z.codec(
    z
      .string({ error: wrong })
      .trim()
      .refine((value) => value === '' || momentOf(value) !== null, wrong)
      .nullish(),
    z.custom<number | null>(),
    { decode: (value) => (value ? momentOf(value) : null), encode: (value) => (value === null ? '' : formatTime(value)) },
  )
}
const chosenKind = z.codec(z.enum(['', ...entryKinds], { error: '日志类别不正确' }).nullish(), z.custom<EntryKind | ''>(), {
  decode: (value) => value ?? '',
  encode: (value) => value,
})
const filterFields = {
  username: ['username', searchText],
  /** An action, or a group of actions: the part of their names before the dot. */
  action: ['action', optionalText('操作', { max: 60 })],
  /** `''` for all. */
  kind: ['kind', chosenKind],
  subject: ['subject', optionalText('对象', { max: 64 })],
  activityId: ['voteactivityid', optionalText('投票活动编号', { max: 64 })],
  /** Words that must all occur in the subject's name, the activity's title or the summary. */
  condition: ['condition', searchText],
  from: ['from', spanEnd('起始时间', false)],
  to: ['to', spanEnd('截止时间', true)],
} as const
export const JournalFilter = wire(filterFields)
export type JournalFilter = z.output<typeof JournalFilter>

/** The journal state printed on a report: number and hash of the then newest entry. */
const printedHash = z.codec(
  z
    .string({ error: '校验值格式不正确' })
    .trim()
    .toLowerCase()
    .regex(/^(?:[\da-f]{64})?$/, '校验值应为报告上印的64位字母和数字')
    .nullish(),
  z.string(),
  { decode: (value) => value ?? '', encode: (value) => value },
)
/** A paper's 核验码, without blanks and hyphens; `''` for none. */
const printedCode = z.codec(
  z
    .string({ error: '核验码格式不正确' })
    .trim()
    .max(200, '核验码应为32位字母和数字')
    .refine((value) => value === '' || typedCode(value) !== null, '核验码应为32位字母和数字')
    .nullish(),
  z.string(),
  { decode: (value) => typedCode(value ?? '') ?? '', encode: (value) => (value === '' ? '' : codeInGroups(value)) },
)
/**
 * `found`: the journal has that entry; `differs`: it has another one; `missing`: the journal is shorter, or no checkpoint has
 * that code; `none`: nothing was asked.
 */
export const Printed = z.enum(['none', 'found', 'differs', 'missing'])
export type Printed = z.infer<typeof Printed>

/** The imports: each creates one entry, with its counts, the file's name and its SHA-256. */
export const importActions = ['property.import', 'notification.import'] as const

/** One imported workbook, as recorded in the journal. */
export const ImportEntry = wire({
  /** Its journal number. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  action: ['action', z.enum(importActions)],
  fileName: ['filename', z.string()],
  total: ['total', z.int()],
  inserted: ['inserted', z.int()],
  updated: ['updated', z.int()],
  /** `''` if it was deleted meanwhile. */
  estateId: ['estateid', z.string()],
  estateName: ['estatename', z.string()],
  /** Only for deliveries; else `''`. */
  activityId: ['voteactivityid', z.string()],
  activityTitle: ['title', z.string()],
})
export type ImportEntry = z.output<typeof ImportEntry>

/** A signed state of the journal; the signature covers its canonical JSON (RFC 8785, `proof-layout.md` section 5). */
const Checkpoint = z.object({
  hash: z.string(),
  kind: z.enum(checkpointKinds),
  number: z.int(),
  publickey: z.string(),
  rosterdigest: z.string().optional(),
  tallydigest: z.string().optional(),
  time: z.string(),
  voteactivityid: z.string().optional(),
})
export const ListedCheckpoint = wire({
  checkpoint: ['checkpoint', Checkpoint],
  signature: ['signature', z.string()],
  /** The 核验码, in groups of four. */
  code: ['code', z.string()],
})
export type ListedCheckpoint = z.output<typeof ListedCheckpoint>

const CheckpointCheck = wire({
  checked: ['checked', z.int()],
  /** The first hundred, by the number of the checkpoint's entry. */
  faults: ['faults', z.array(z.object({ number: z.int(), reason: z.string() }))],
  faultCount: ['faultcount', z.int()],
})

/** Why somebody says that what was found is known, or right. */
const reasonField = { reason: ['reason', text(journalLimits.knownReason.label, journalLimits.knownReason)] } as const

export const journalEndpoints = {
  'audit.list': get('/audit/list', 'admin', { query: wire({ ...filterFields, ...pageFields }), response: page(JournalListRow) }),
  'audit.get': get('/audit/get', 'admin', {
    query: wire({
      number: ['number', integer('编号', { min: 1, max: MAX_NUMBER })],
      part: ['part', integer('部分', { min: 1, max: 1_000_000 }).default(1)],
    }),
    response: JournalEntry,
  }),
  /**
   * The filtered entries as CSV, newest first: a line per entry, and one per row of a bulk change.
   *
   * Creates its own entry, with the filter, the number of entries and the file's SHA-256.
   */
  'audit.export': get('/audit/export', 'admin', {
    query: wire({ ...filterFields, ...exportFields }),
    response: 'stream',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  /** The latest imports, newest first: visible to everyone, since everyone imports. */
  'audit.lastImports': get('/audit/lastimports', 'viewer', { scope: 'listed', response: z.array(ImportEntry) }),
  /** Newest first; those of all activities, and of none, only for administrators. */
  'audit.checkpoints': get('/audit/checkpoints', 'manager', {
    query: wire({ activityId: ['voteactivityid', optionalText('投票活动编号', { max: 64 })], ...pageFields }),
    response: page(ListedCheckpoint),
  }),
  'audit.verify': get('/audit/verify', 'admin', {
    query: wire({
      number: ['number', integer('编号', { min: 0, max: MAX_NUMBER }).nullish()],
      hash: ['hash', printedHash],
      code: ['code', printedCode],
      /** For tracking and stopping it. */
      jobId: ['jobid', jobId],
    }),
    response: wire({
      entryCount: ['entrycount', z.int()],
      isIntact: ['intact', z.boolean()],
      /** The number of the first entry that does not match; null if all do. */
      brokenAt: ['brokenat', z.int().nullable()],
      /** Entries whose contents were erased at the end of retention. */
      erasedCount: ['erasedcount', z.int()],
      /** The newest entry's; 0 and zeros if none. */
      lastNumber: ['lastnumber', z.int()],
      lastHash: ['lasthash', z.string()],
      printed: ['printed', Printed],
      checkpoints: ['checkpoints', CheckpointCheck],
      /** The tables compared with the journal. */
      replay: ['replay', ReplaySummary],
      /** The files of activities compared with the hashes in their entries. */
      files: ['files', ReplaySummary],
      /** Deviations of the database schema from the program's; null if the database user may not create the schema to compare with. */
      schema: ['schema', z.array(SchemaFault).nullable()],
      /** An administrator's acknowledgement of exactly the blocking faults; null if none. */
      schemaKnown: ['schemaknown', KnownDifferences.nullable()],
      /** Entries more than 10 s behind the journal's time, the first hundred; not faults. */
      clock: [
        'clock',
        wire({
          count: ['count', z.int()],
          entries: ['entries', z.array(wire({ number: ['number', z.int()], at: ['time', moment], journalTime: ['journaltime', moment] }))],
        }),
      ],
    }),
    isLong: true,
  }),
  /** An administrator's confirmation that the server's clock is right although behind the journal: changes are allowed again. */
  'audit.acceptClock': post('/audit/acceptclock', 'admin', { isConfirmed: true, body: wire(reasonField), response: z.null() }),
  /** An administrator's confirmation that a database older than when last used is the right one. */
  'audit.acceptOlder': post('/audit/acceptolder', 'admin', { isConfirmed: true, allowsOlder: true, body: wire(reasonField), response: z.null() }),
  /** Acknowledges exactly the current schema faults; results are then produced again, and reports print the acknowledgement. */
  'audit.acceptSchema': post('/audit/verify/known', 'admin', { isConfirmed: true, body: wire(reasonField), response: z.null() }),
} as const satisfies Endpoints
