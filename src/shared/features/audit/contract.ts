import { z } from 'zod'
import { SchemaFault } from './schemaFaults.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, pageFields } from '../../contract/page.ts'
import { integer, jobId, moment, optionalText, searchText, text } from '../../contract/values.ts'
import { formatTime, parseTime, wrongTime } from '../../time/chinaTime.ts'
import { wire } from '../../contract/wire.ts'
import { checkpointKinds, codeInGroups, typedCode } from './checkpoint.ts'
import { KnownDifferences, ReplaySummary } from './replay.ts'
import { auditLimits } from './rules.ts'
import { entryKinds, type EntryKind } from '../../contract/auditLabels.ts'

/** As long as a number of {@link integer} may be. */
const MAX_NUMBER = 1e15 - 1

const rowFields = {
  /** Counts up without a gap. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  address: ['address', z.string()],
  /** The endpoint's dotted name, or one of `ownActions`. */
  action: ['action', z.string()],
  kind: ['kind', z.enum(entryKinds)],
  /** The public id of what was changed. */
  subject: ['subject', z.string()],
  /** What it was in words: property and owner, estate, account or file. */
  subjectName: ['subjectname', z.string()],
  /** `''` if it is of no activity. */
  activityId: ['voteactivityid', z.string()],
  activityTitle: ['activitytitle', z.string()],
  /** What was done, in words, at most 200 characters; phones and ID numbers masked. */
  summary: ['summary', z.string()],
  /** Whether its contents were erased when their time was over. */
  isErased: ['erased', z.boolean()],
  hash: ['hash', z.string()],
} as const

/** One change in the list: who, when, from where, to what; what it was before and after has a call of its own. */
export const AuditListRow = wire(rowFields)
export type AuditListRow = z.output<typeof AuditListRow>

/**
 * One change, whole. `hash` covers the entry, its parts and the hash of the one before it.
 *
 * The rows of a big change (the properties that an import changed) stand as `changed` in `before` and `after`, those of one
 * part of at most 500, in the same order.
 */
export const AuditEntry = wire({
  ...rowFields,
  previousHash: ['previoushash', z.string()],
  before: ['before', z.unknown()],
  after: ['after', z.unknown()],
  /** Which part this is, from 1. */
  part: ['part', z.int()],
  /** At least 1. */
  partCount: ['partcount', z.int()],
  /** The rows of all parts; 0 if the change has none. */
  rowCount: ['rowcount', z.int()],
})
export type AuditEntry = z.output<typeof AuditEntry>

const DAY_MS = 24 * 3_600_000
/** One end of a span of time: a moment or a whole day on the wire, `''` for open; epoch milliseconds inside. */
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
  /** An action, or a kind of actions: the part of their names before the dot. */
  action: ['action', optionalText('操作', { max: 60 })],
  /** `''` for all. */
  kind: ['kind', chosenKind],
  subject: ['subject', optionalText('对象', { max: 64 })],
  activityId: ['voteactivityid', optionalText('投票活动编号', { max: 64 })],
  /** Words that all are in the subject's name, the activity's title or the summary. */
  condition: ['condition', searchText],
  from: ['from', spanEnd('起始时间', false)],
  to: ['to', spanEnd('截止时间', true)],
} as const
export const AuditFilter = wire(filterFields)
export type AuditFilter = z.output<typeof AuditFilter>

/** What a report printed of the journal: the number and the hash of the entry that was the newest then. */
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
/** The 核验码 of a paper, without blanks and hyphens; `''` for none. */
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
/** `found`: the journal has that entry; `differs`: another one is there; `missing`: the journal does not reach so far, or no checkpoint has that code; `none`: nothing was asked. */
export const Printed = z.enum(['none', 'found', 'differs', 'missing'])
export type Printed = z.infer<typeof Printed>

/** The imports: each leaves one entry, with its counts, the file's name and its SHA-256. */
export const importActions = ['property.import', 'notification.import'] as const

/** One workbook that was taken in, as the journal has it. */
export const ImportEntry = wire({
  /** Its number in the journal. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  action: ['action', z.enum(importActions)],
  fileName: ['filename', z.string()],
  total: ['total', z.int()],
  inserted: ['inserted', z.int()],
  updated: ['updated', z.int()],
  /** `''` if it is gone meanwhile. */
  estateId: ['estateid', z.string()],
  estateName: ['estatename', z.string()],
  /** Of deliveries only; else `''`. */
  activityId: ['voteactivityid', z.string()],
  activityTitle: ['title', z.string()],
})
export type ImportEntry = z.output<typeof ImportEntry>

/** A signed state of the journal: its canonical JSON (RFC 8785) is what is signed (`proof-layout.md` section 5). */
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
  /** The first hundred, by the number of the entry that the checkpoint is of. */
  faults: ['faults', z.array(z.object({ number: z.int(), reason: z.string() }))],
  faultCount: ['faultcount', z.int()],
})

/** Why somebody says that what was found is known, or right. */
const reasonField = { reason: ['reason', text(auditLimits.knownReason.label, auditLimits.knownReason)] } as const

export const auditEndpoints = {
  'audit.list': {
    method: 'GET',
    path: '/audit/list',
    query: wire({ ...filterFields, ...pageFields }),
    response: page(AuditListRow),
    access: 'admin',
  },
  'audit.get': {
    method: 'GET',
    path: '/audit/get',
    query: wire({
      number: ['number', integer('编号', { min: 1, max: MAX_NUMBER })],
      part: ['part', integer('部分', { min: 1, max: 1_000_000 }).default(1)],
    }),
    response: AuditEntry,
    access: 'admin',
  },
  /**
   * The entries that a filter lets through as CSV, newest first: a line an entry, and one for each row of a big change.
   *
   * It leaves an entry of its own, with the filter, the number of entries and the file's SHA-256.
   */
  'audit.export': {
    method: 'GET',
    path: '/audit/export',
    query: wire({ ...filterFields, ...exportFields }),
    response: 'stream',
    access: 'admin',
    isConfirmed: 'forPurpose',
    isLong: true,
  },
  /** The newest imports, newest first: for everybody, because everybody imports. */
  'audit.lastImports': { method: 'GET', path: '/audit/lastimports', access: 'viewer', response: z.array(ImportEntry) },
  /** Newest first; those of all activities, and of none, for administrators alone. */
  'audit.checkpoints': {
    method: 'GET',
    path: '/audit/checkpoints',
    query: wire({ activityId: ['voteactivityid', optionalText('投票活动编号', { max: 64 })], ...pageFields }),
    response: page(ListedCheckpoint),
    access: 'manager',
  },
  'audit.verify': {
    method: 'GET',
    path: '/audit/verify',
    query: wire({
      number: ['number', integer('编号', { min: 0, max: MAX_NUMBER }).nullish()],
      hash: ['hash', printedHash],
      code: ['code', printedCode],
      /** Under which it can be followed and stopped. */
      jobId: ['jobid', jobId],
    }),
    response: wire({
      entryCount: ['entrycount', z.int()],
      isIntact: ['intact', z.boolean()],
      /** The number of the first entry that does not fit; null if all do. */
      brokenAt: ['brokenat', z.int().nullable()],
      /** Entries whose contents were erased when their time was over. */
      erasedCount: ['erasedcount', z.int()],
      /** The newest entry's; 0 and zeros if there is none. */
      lastNumber: ['lastnumber', z.int()],
      lastHash: ['lasthash', z.string()],
      printed: ['printed', Printed],
      checkpoints: ['checkpoints', CheckpointCheck],
      /** What the tables hold against what the entries tell. */
      replay: ['replay', ReplaySummary],
      /** The files that activities refer to against the hashes in their entries. */
      files: ['files', ReplaySummary],
      /** What of the database's schema is not as the program makes it; null where the database's user may not make the schema to compare with. */
      schema: ['schema', z.array(SchemaFault).nullable()],
      /** An administrator's word that exactly what blocks of it is known; null if nobody gave it. */
      schemaKnown: ['schemaknown', KnownDifferences.nullable()],
      /** Entries more than 10 s behind the journal's time, the first hundred; they are no fault. */
      clock: [
        'clock',
        wire({
          count: ['count', z.int()],
          entries: ['entries', z.array(wire({ number: ['number', z.int()], at: ['time', moment], journalTime: ['journaltime', moment] }))],
        }),
      ],
    }),
    access: 'admin',
    isLong: true,
  },
  /** An administrator's word that the server's clock is right, though it is behind the journal: changes go on. */
  'audit.acceptClock': {
    method: 'POST',
    path: '/audit/acceptclock',
    access: 'admin',
    isConfirmed: true,
    body: wire(reasonField),
    response: z.null(),
  },
  /** An administrator's word that a database which is older than when it was last used is the right one. */
  'audit.acceptOlder': {
    method: 'POST',
    path: '/audit/acceptolder',
    access: 'admin',
    isConfirmed: true,
    allowsOlder: true,
    body: wire(reasonField),
    response: z.null(),
  },
  /** An administrator's word that exactly the present faults of the schema are known: then results are made again, and reports print it. */
  'audit.acceptSchema': {
    method: 'POST',
    path: '/audit/verify/known',
    access: 'admin',
    isConfirmed: true,
    body: wire(reasonField),
    response: z.null(),
  },
} as const satisfies Endpoints
