import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { page, paging } from '../../contract/page.ts'
import { moment, optionalText, searchText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** One change: who, when, from where, what before and after; `hash` covers the entry and the hash of the one before it. */
export const AuditEntry = wire({
  /** Counts up without a gap. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  address: ['address', z.string()],
  /** The endpoint's dotted name. */
  action: ['action', z.string()],
  /** The public id of what was changed. */
  subject: ['subject', z.string()],
  before: ['before', z.unknown()],
  after: ['after', z.unknown()],
  hash: ['hash', z.string()],
})
export type AuditEntry = z.output<typeof AuditEntry>

export const auditEndpoints = {
  'audit.list': {
    method: 'GET',
    path: '/audit/list',
    query: z.object({ ...paging, username: searchText, action: optionalText('操作', { max: 60 }), subject: optionalText('对象', { max: 64 }) }),
    response: page(AuditEntry),
    access: 'admin',
  },
  'audit.verify': {
    method: 'GET',
    path: '/audit/verify',
    /** `brokenAt`: the number of the first entry that does not fit; null where all do. */
    response: wire({ entryCount: ['entrycount', z.int()], isIntact: ['intact', z.boolean()], brokenAt: ['brokenat', z.int().nullable()] }),
    access: 'admin',
  },
} as const satisfies Endpoints
