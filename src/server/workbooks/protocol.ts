import type { RefusedAnswer } from '#shared/contract/refusals.ts'
import type { Correction, WrongCell } from '#shared/import/contract.ts'
import type { ArchiveEntry } from './archive.ts'
import type { KindOfSheet } from './kinds.ts'
import type { HeaderPlace, SheetFindings } from './interpretRows.ts'

/** A file to read. */
export interface SheetTask extends KindOfSheet {
  readonly archive: Uint8Array
  readonly entries: readonly ArchiveEntry[]
  readonly maxRows: number
  /** Maximum wrong cells reported; all are counted. */
  readonly maxErrors: number
  /** Fields mapped by the user, by the sheet's headers. */
  readonly named?: Readonly<Record<string, string>> | undefined
  /** Cells corrected by the user. */
  readonly corrections?: readonly Correction[] | undefined
}

/** A file refused after reading, to be returned with its wrong cells marked. */
export interface MarkTask {
  readonly archive: Uint8Array
  readonly entries: readonly ArchiveEntry[]
  /** The header's position as found by the reading. */
  readonly header: HeaderPlace
  readonly errors: readonly WrongCell[]
}

/** A worker's orders, one file at a time. */
export type WorkerTask = { readonly type: 'read'; readonly task: SheetTask } | { readonly type: 'mark'; readonly task: MarkTask }

/** A worker's messages on a file. The last one is `done`, `marked` or `refused`; a worker that exits without it has failed. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly stage: 'reading' | 'checking'; readonly done: number; readonly total: number }
  | { readonly type: 'rows'; readonly rows: readonly object[] }
  /** `heldBytes`: size of the worker's heap and buffers, garbage included. */
  | { readonly type: 'done'; readonly findings: SheetFindings; readonly heldBytes: number }
  /** Transferred, not copied: unusable in the worker afterwards. */
  | { readonly type: 'marked'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `cause` is for the log. */
  | ({ readonly type: 'refused'; readonly cause: string } & RefusedAnswer)
