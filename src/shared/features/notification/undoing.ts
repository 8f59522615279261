import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { ofActivity } from '../../contract/ids.ts'
import { id, integer, moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** An import of deliveries that may be undone, with what that would do. */
const LastDeliveryImport = wire({
  /** Its entry's in the journal: by it one says which import is meant. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  fileName: ['filename', z.string()],
  /** The deliveries that were new, and those that were changed. */
  voided: ['voided', z.int()],
  restored: ['restored', z.int()],
  /** Why the caller cannot undo it any more, as a sentence; `''` where they can. */
  refusal: ['refusal', z.string()],
})
export type LastDeliveryImport = z.output<typeof LastDeliveryImport>

/** By what a batch is named when it is taken back: the moment at which it wrote. */
export const batchId = { batchId: ['batchid', z.string()] } as const

/** Taking back what one act has registered: all of it or nothing. What is taken back stays on record, and counts nowhere. */
export const undoingEndpoints = {
  /** The last import of an activity, while it may be undone or for why it cannot be; null if there is none. */
  'notification.lastImport': {
    method: 'GET',
    path: '/vote/lastnotifyimport',
    access: 'clerk',
    query: wire(ofActivity),
    response: LastDeliveryImport.nullable(),
  },
  /** Voids what an import brought, and puts back what it changed. A clerk undoes their own of today. */
  'notification.undoImport': {
    method: 'POST',
    path: '/vote/undonotifyimport',
    access: 'clerk',
    body: wire({ ...ofActivity, number: ['number', integer('编号', { min: 1, max: Number.MAX_SAFE_INTEGER })] }),
    response: z.object({ voided: z.int(), restored: z.int() }),
    isLong: true,
  },
  /** Voids what one batch registered, and puts back what it changed. A clerk undoes their own of today. */
  'notification.undoMany': {
    method: 'POST',
    path: '/vote/undonotifies',
    access: 'clerk',
    body: wire({
      ...ofActivity,
      batchId: ['batchid', id('批次编号')],
      /** How many the batch registered: if fewer are left, properties have left the roster since. */
      expectedCount: ['expectedcount', integer('房屋数', { min: 0, max: 1_000_000 })],
    }),
    response: z.object({ voided: z.int(), restored: z.int() }),
    isLong: true,
  },
} as const satisfies Endpoints
