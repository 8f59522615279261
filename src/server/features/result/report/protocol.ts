import type { DatabaseLocation } from '../../../database/open.ts'
import type { ReportOrder } from './make.ts'

/** What a worker is started with. */
export interface ReportTask {
  readonly location: DatabaseLocation
  readonly order: ReportOrder
}

/** What a worker says; the last one is `done`. A worker that ends without it has failed. */
export type ReportMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  /** The bytes go over; the worker has them no more. */
  | { readonly type: 'done'; readonly bytes: Uint8Array<ArrayBuffer> }
