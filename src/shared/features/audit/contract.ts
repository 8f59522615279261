import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { page, paging } from '../../contract/page.ts'
import { integer, moment, optionalText, searchText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** One change: who, when, from where, what before and after; `hash` covers the entry and the hash of the one before it. */
export const AuditEntry = wire({
  /** Counts up without a gap. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  address: ['address', z.string()],
  /** The endpoint's dotted name, or one of `ownActions`. */
  action: ['action', z.string()],
  /** The public id of what was changed. */
  subject: ['subject', z.string()],
  before: ['before', z.unknown()],
  after: ['after', z.unknown()],
  hash: ['hash', z.string()],
})
export type AuditEntry = z.output<typeof AuditEntry>

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
/** `found`: the journal has that entry; `differs`: another one stands there; `missing`: the journal does not reach so far; `none`: nothing was asked. */
export const Printed = z.enum(['none', 'found', 'differs', 'missing'])
export type Printed = z.infer<typeof Printed>

/** The imports: each leaves one entry, with its counts, the file's name and its SHA-256. */
export const importActions = ['property.import', 'notification.import'] as const

/** What no call asks for: a copy that was restored while the server did not run, files that nothing referred to any more. */
export const ownActions = ['system.restore', 'system.normalise', 'file.expire'] as const
export type OwnAction = (typeof ownActions)[number]

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
  /** `''` where it is gone meanwhile. */
  estateId: ['estateid', z.string()],
  estateName: ['estatename', z.string()],
  /** Of deliveries only; else `''`. */
  activityId: ['voteactivityid', z.string()],
  activityTitle: ['title', z.string()],
})
export type ImportEntry = z.output<typeof ImportEntry>

export const auditEndpoints = {
  'audit.list': {
    method: 'GET',
    path: '/audit/list',
    query: z.object({ ...paging, username: searchText, action: optionalText('操作', { max: 60 }), subject: optionalText('对象', { max: 64 }) }),
    response: page(AuditEntry),
    access: 'admin',
  },
  /** The newest imports, newest first: for everybody, because everybody imports. */
  'audit.lastImports': { method: 'GET', path: '/audit/lastimports', response: z.array(ImportEntry) },
  'audit.verify': {
    method: 'GET',
    path: '/audit/verify',
    query: wire({ number: ['number', integer('编号', { min: 0, max: 1e15 - 1 }).nullish()], hash: ['hash', printedHash] }),
    response: wire({
      entryCount: ['entrycount', z.int()],
      isIntact: ['intact', z.boolean()],
      /** The number of the first entry that does not fit; null where all do. */
      brokenAt: ['brokenat', z.int().nullable()],
      /** The newest entry's; 0 and zeros where there is none. */
      lastNumber: ['lastnumber', z.int()],
      lastHash: ['lasthash', z.string()],
      printed: ['printed', Printed],
    }),
    access: 'admin',
  },
} as const satisfies Endpoints
