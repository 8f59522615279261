import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { ofActivity } from '../../contract/ids.ts'
import { id, integer, moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** An import of deliveries that may be undone, and the effect. */
const LastDeliveryImport = wire({
  /** Id of its journal entry, which identifies the import. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  fileName: ['filename', z.string()],
  /** New deliveries, and changed ones. */
  voided: ['voided', z.int()],
  restored: ['restored', z.int()],
  /** Why the caller can no longer undo it, as a message; `''` if they can. */
  refusal: ['refusal', z.string()],
})
export type LastDeliveryImport = z.output<typeof LastDeliveryImport>

/** Identifies a batch for undoing it: the moment at which it was written. */
export const batchId = { batchId: ['batchid', z.string()] } as const

/** Undoing what one action has registered: all or nothing. What is undone stays on record, but counts nowhere. */
export const undoingEndpoints = {
  /** An activity's last import if it can be undone, or with the reason why not; null if none. */
  'notification.lastImport': get('/vote/lastnotifyimport', 'clerk', { query: wire(ofActivity), response: LastDeliveryImport.nullable() }),
  /** Voids what an import created, and restores what it changed. A clerk may undo only their own of today. */
  'notification.undoImport': post('/vote/undonotifyimport', 'clerk', {
    body: wire({ ...ofActivity, number: ['number', integer('编号', { min: 1, max: Number.MAX_SAFE_INTEGER })] }),
    response: z.object({ voided: z.int(), restored: z.int() }),
    isLong: true,
  }),
  /** Voids what one batch registered, and restores what it changed. A clerk may undo only their own of today. */
  'notification.undoMany': post('/vote/undonotifies', 'clerk', {
    body: wire({
      ...ofActivity,
      batchId: ['batchid', id('批次编号')],
      /** The number registered by the batch: if fewer are left, properties have left the roster since. */
      expectedCount: ['expectedcount', integer('房屋数', { min: 0, max: 1_000_000 })],
    }),
    response: z.object({ voided: z.int(), restored: z.int() }),
    isLong: true,
  }),
} as const satisfies Endpoints
