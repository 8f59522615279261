import type { RefusalCode } from '#shared/contract/envelope.ts'
import type { ArchiveEntry } from './archive.ts'
import type { SheetKindName } from './kinds/kinds.ts'
import type { SheetFindings } from './understanding.ts'

/** What a worker is started with: one file to read. */
export interface SheetTask {
  readonly archive: Uint8Array
  readonly entries: readonly ArchiveEntry[]
  readonly kind: SheetKindName
  readonly maxRows?: number
}

/** What a worker says. The last one is `done` or `refused`; a worker that ends without it has failed. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly stage: 'reading' | 'checking'; readonly done: number; readonly total: number }
  /** Rows as JSON, which crosses in a third of the time that as many objects take. Answered with a {@link RowsTaken}. */
  | { readonly type: 'rows'; readonly json: string }
  | { readonly type: 'done'; readonly findings: SheetFindings }
  /** `cause` is for the log. */
  | { readonly type: 'refused'; readonly code: RefusalCode; readonly message: string; readonly data: unknown; readonly cause: string }

/** Says to a worker that rows have been taken, so that it may send more. */
export type RowsTaken = 'taken'

/** How many handfuls of rows may be on their way before the worker waits. */
export const ROWS_AHEAD = 4
