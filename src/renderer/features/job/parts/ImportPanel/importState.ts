import type { Failure } from '#shared/bridge/outcome.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import type { UnknownColumns } from '#shared/import/columns.ts'
import type { VoteImportResult } from '#shared/features/voting/workbook.ts'
import type { Correction, ImportRefusal, ImportResult } from '#shared/import/contract.ts'
import type { FileRefusal, Workbook } from './workbookFile.ts'

/** What an import answers, whatever it brings. */
export type Imported = ImportResult | VoteImportResult

/** Milliseconds between two requests for the progress. */
export const POLL_MS = 300

/** What a second check tells about an import whose result was lost with the connection. */
export type LostVerdict = 'written' | 'notWritten' | 'unclear'

/** Where one import stands, from the file to its end. */
export type ImportState =
  | { readonly step: 'choose'; readonly refusal: FileRefusal | null }
  | { readonly step: 'check'; readonly file: Workbook; readonly progress: JobProgress | null }
  | { readonly step: 'checked'; readonly file: Workbook; readonly check: Imported; readonly lost: LostVerdict | null }
  | { readonly step: 'write'; readonly file: Workbook; readonly check: Imported; readonly progress: JobProgress | null; readonly isCancelling: boolean }
  /** `result` is null if the job is known to have finished but its answer was lost. */
  | { readonly step: 'done'; readonly file: Workbook; readonly result: Imported | null }
  /** `drafts`: what has been put right by hand since, and is not checked yet. */
  | { readonly step: 'wrongRows'; readonly file: Workbook; readonly refusal: ImportRefusal; readonly jobId: string; readonly drafts: readonly Correction[] }
  /** Its columns are to be named by hand. */
  | { readonly step: 'columns'; readonly file: Workbook; readonly sentence: string; readonly unknown: UnknownColumns }
  | { readonly step: 'failed'; readonly during: 'check' | 'write'; readonly file: Workbook; readonly sentence: string }
  | { readonly step: 'cancelled'; readonly during: 'check' | 'write'; readonly file: Workbook }
  /** The server went away in mid-import: all rows are written, or none. */
  | { readonly step: 'unknown'; readonly file: Workbook; readonly check: Imported; readonly jobId: string; readonly isAsking: boolean }

/** An import whose answer was lost. */
export interface UnansweredImport {
  readonly check: Imported
  readonly jobId: string
}

/** The effects of an import, handed in; a test has others. `send`, `progress` and `cancel` reject with what `failureOf` understands. */
export interface ImportEffects {
  readonly send: (file: Workbook, options: { readonly isDryRun: boolean; readonly jobId: string }) => Promise<Imported>
  readonly progress: (jobId: string) => Promise<JobProgress>
  readonly cancel: (jobId: string) => Promise<unknown>
  readonly failureOf: (error: unknown) => Failure
  readonly sentenceOf: (failure: Failure) => string
  readonly newJobId: () => string
  readonly wait: (milliseconds: number) => Promise<void>
  /** Something was written, or may have been: what is on screen is out of date. */
  readonly written: () => void
}

/**
 * The state of one import, and which turn it is.
 *
 * Each request belongs to a turn: an answer that arrives after the user has turned to something else is dropped by its number.
 */
export interface ImportStore {
  readonly state: () => ImportState
  /** Replaces the state and calls the listeners. */
  readonly become: (next: ImportState) => void
  /** Called after each change; the returned function stops. */
  readonly subscribe: (listener: () => void) => () => void
  /** Begins a turn; what belongs to an earlier one is dropped. @returns its number */
  readonly beginTurn: () => number
  /** Whether it is still the last one that was begun. */
  readonly isTurn: (turn: number) => boolean
}

/** A state at its beginning: no file, turn 0. */
export function createImportStore(): ImportStore {
  let state: ImportState = { step: 'choose', refusal: null }
  let current = 0
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    become: (next) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    beginTurn: () => ++current,
    isTurn: (turn) => turn === current,
  }
}
