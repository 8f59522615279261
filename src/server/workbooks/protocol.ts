import type { RefusedAnswer } from '#shared/contract/refusals.ts'
import type { Correction, WrongCell } from '#shared/import/contract.ts'
import type { ArchiveEntry } from './archive.ts'
import type { KindOfSheet } from './kinds.ts'
import type { HeaderPlace, SheetFindings } from './interpretRows.ts'

/** One file to read. */
export interface SheetTask extends KindOfSheet {
  readonly archive: Uint8Array
  readonly entries: readonly ArchiveEntry[]
  readonly maxRows: number
  /** How many wrong cells are told; all are counted. */
  readonly maxErrors: number
  /** Fields that somebody has named columns for, by the sheet's headers. */
  readonly named?: Readonly<Record<string, string>> | undefined
  /** Cells that somebody has put right. */
  readonly corrections?: readonly Correction[] | undefined
}

/** One file that was read and refused, to be handed back with its wrong cells marked. */
export interface MarkTask {
  readonly archive: Uint8Array
  readonly entries: readonly ArchiveEntry[]
  /** Where the reading found the header. */
  readonly header: HeaderPlace
  readonly errors: readonly WrongCell[]
}

/** What a worker is told, one file at a time. */
export type WorkerTask = { readonly type: 'read'; readonly task: SheetTask } | { readonly type: 'mark'; readonly task: MarkTask }

/** What a worker says of a file. The last one is `done`, `marked` or `refused`; a worker that ends without it has failed. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly stage: 'reading' | 'checking'; readonly done: number; readonly total: number }
  | { readonly type: 'rows'; readonly rows: readonly object[] }
  /** `heldBytes`: what the worker's heap and its buffers take, garbage included. */
  | { readonly type: 'done'; readonly findings: SheetFindings; readonly heldBytes: number }
  /** Transferred, not copied: the worker has them no more. */
  | { readonly type: 'marked'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `cause` is for the log. */
  | ({ readonly type: 'refused'; readonly cause: string } & RefusedAnswer)
