import type { Failure } from '#shared/bridge/outcome.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import type { UnknownColumns } from '#shared/import/columns.ts'
import type { VoteImportResult } from '#shared/features/voting/workbook.ts'
import type { Correction, ImportRefusal, ImportResult } from '#shared/import/contract.ts'
import type { FileRefusal, Workbook } from './workbookFile.ts'

/** The result of any import. */
export type Imported = ImportResult | VoteImportResult

/** Polling interval for progress (ms). */
export const POLL_MS = 300

/** What a second check reveals about an import whose answer was lost with the connection. */
export type LostVerdict = 'written' | 'notWritten' | 'unclear'

/** The state of an import, from choosing the file to the end. */
export type ImportState =
  | { readonly step: 'choose'; readonly refusal: FileRefusal | null }
  | { readonly step: 'check'; readonly file: Workbook; readonly progress: JobProgress | null }
  | { readonly step: 'checked'; readonly file: Workbook; readonly check: Imported; readonly lost: LostVerdict | null }
  | { readonly step: 'write'; readonly file: Workbook; readonly check: Imported; readonly progress: JobProgress | null; readonly isCancelling: boolean }
  /** `result` is null if the job is known to have finished but its answer was lost. */
  | { readonly step: 'done'; readonly file: Workbook; readonly result: Imported | null }
  /** `drafts`: corrections not checked yet. */
  | { readonly step: 'wrongRows'; readonly file: Workbook; readonly refusal: ImportRefusal; readonly jobId: string; readonly drafts: readonly Correction[] }
  /** Its columns must be assigned by hand. */
  | { readonly step: 'columns'; readonly file: Workbook; readonly sentence: string; readonly unknown: UnknownColumns }
  | { readonly step: 'failed'; readonly during: 'check' | 'write'; readonly file: Workbook; readonly sentence: string }
  | { readonly step: 'cancelled'; readonly during: 'check' | 'write'; readonly file: Workbook }
  /** The connection was lost during the import: either all rows are written, or none. */
  | { readonly step: 'unknown'; readonly file: Workbook; readonly check: Imported; readonly jobId: string; readonly isAsking: boolean }

/** An import whose answer was lost. */
export interface UnansweredImport {
  readonly check: Imported
  readonly jobId: string
}

/** Injected side effects of an import. `send`, `progress` and `cancel` reject with errors that `failureOf` accepts. */
export interface ImportEffects {
  readonly send: (file: Workbook, options: { readonly isDryRun: boolean; readonly jobId: string }) => Promise<Imported>
  readonly progress: (jobId: string) => Promise<JobProgress>
  readonly cancel: (jobId: string) => Promise<unknown>
  readonly failureOf: (error: unknown) => Failure
  readonly sentenceOf: (failure: Failure) => string
  readonly newJobId: () => string
  readonly wait: (milliseconds: number) => Promise<void>
  /** Data was written, or may have been: invalidates what is on screen. */
  readonly written: () => void
}

/**
 * The state of an import, and its current turn.
 *
 * Each request belongs to a turn: answers that arrive after the user has moved on are dropped by turn number.
 */
export interface ImportStore {
  readonly state: () => ImportState
  /** Replaces the state and notifies listeners. */
  readonly become: (next: ImportState) => void
  /** Calls `changed` after each change; returns a function to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void
  /** Begins a turn, so that results of earlier ones are dropped. @returns its number */
  readonly beginTurn: () => number
  /** Whether the turn is still the latest. */
  readonly isTurn: (turn: number) => boolean
}

/** The initial state: no file, turn 0. */
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
