import type { DatabaseLocation } from '../../../database/open.ts'
import type { NotVotedOrder } from '../not-voted/sheet.ts'
import type { ReportOrder } from './make.ts'

/** The workbooks that are made apart from the server's own thread. */
export type WorkbookOrder = ({ readonly kind: 'report' } & ReportOrder) | ({ readonly kind: 'notVoted' } & NotVotedOrder)

export interface MadeWorkbook {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The rows of a list, without its header and totals; null for the report, which has many. */
  readonly rowCount: number | null
}

/** What a worker is started with. */
export interface ReportTask {
  readonly location: DatabaseLocation
  readonly order: WorkbookOrder
}

/** What a worker says; the last one is `done`. A worker that ends without it has failed. */
export type ReportMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  /** The bytes go over; the worker has them no more. */
  | ({ readonly type: 'done' } & MadeWorkbook)
