import pLimit from 'p-limit'
import { Refusal } from '#shared/contract/refusals.ts'
import { MAX_ROW_ERRORS, type Correction, type WrongCell } from '#shared/import/contract.ts'
import { inspectArchive } from './archive.ts'
import { checkContent } from './content.ts'
import { kindOf, type KindOfSheet, type RowOf, type SheetKindName } from './kinds.ts'
import { markingFailures, readingFailures } from './refusals.ts'
import { createSheetWorkers, SHEET_LIMITS, type SheetLimits, type SheetLog, type SheetProgress } from './workers.ts'
import { inTurn } from '../kernel/inTurn.ts'
import type { HeaderPlace, SheetFindings } from './interpretRows.ts'

/** A file to read. */
export interface SheetRequest<K extends SheetKindName> extends KindOfSheet<K> {
  readonly bytes: Uint8Array
  /** The user's file name; the content decides, but the name must end in .xlsx. */
  readonly fileName: string
  /** Ends the reading at once. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SheetProgress) => void
  readonly limits?: Partial<SheetLimits>
  /** Fields mapped by the user, by the sheet's headers. */
  readonly named?: Readonly<Record<string, string>>
  /** Cells corrected by the user. */
  readonly corrections?: readonly Correction[]
}

/** The rows, and errors of single rows. */
export interface SheetResult<K extends SheetKindName> extends SheetFindings {
  readonly kind: K
  /** Empty if there is any error, unless the kind goes on after errors. */
  readonly rows: RowOf<K>[]
}

/** A file read before, with wrong rows. */
export interface CellMarkRequest {
  readonly bytes: Uint8Array
  readonly header: HeaderPlace
  readonly errors: readonly WrongCell[]
  readonly signal: AbortSignal
  readonly limits?: Partial<SheetLimits>
}

/** Reads and marks workbooks made by others. */
export interface SheetReader {
  /**
   * Reads a workbook and checks every row, in a worker thread.
   *
   * Wrong rows are in the result; errors of the file as a whole are thrown.
   * @throws Refusal with code 400, 402, 413 or 415 and the message from `bad-input.md`, or 402 if cancelled
   */
  read<K extends SheetKindName>(request: SheetRequest<K>): Promise<SheetResult<K>>
  /**
   * Returns a workbook with a column 错误原因 and its wrong cells coloured, in a worker thread.
   *
   * @throws Refusal `workbook.cannotMark`, `workbook.markingTimedOut` or `job.cancelled` (402)
   */
  mark(request: CellMarkRequest): Promise<Uint8Array<ArrayBuffer>>
  /** Ends the current work and refuses queued work. */
  close(): Promise<void>
}

export interface SheetReaderDeps {
  /** The code of worker.ts: in the sources, or as its bundle. */
  readonly workerUrl: URL
  readonly log: SheetLog
  /** Delay in ms before a thread is started ahead of the first file; absent: started with the file. */
  readonly startsIn?: number
}

/** Reads and marks workbooks in a worker thread, one at a time; others are queued. */
export function createSheetReader({ workerUrl, log, startsIn }: SheetReaderDeps): SheetReader {
  const limit = pLimit(1)
  const workers = createSheetWorkers({ workerUrl, log })
  const starting = startsIn === undefined ? undefined : setTimeout(() => workers.startAhead(SHEET_LIMITS.memoryMb), startsIn).unref()
  const closing = new AbortController()
  const inTurnUnlessCancelled = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    try {
      return await inTurn(limit, signal, work)
    } catch (error) {
      throw error === signal.reason ? new Refusal('job.cancelled') : error
    }
  }

  return {
    async read({ bytes, fileName, kind, items, onProgress, limits, ...request }) {
      const signal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal
      checkContent(bytes, fileName)
      const entries = await inspectArchive(bytes)
      onProgress?.({ stage: 'waiting', done: 0, total: 0 })
      return inTurnUnlessCancelled(signal, async () => {
        const rows: RowOf<typeof kind>[] = []
        const take = (some: readonly object[]): void => {
          for (const row of some as RowOf<typeof kind>[]) rows.push(row) // of the kind that the worker was told
        }
        const allLimits = { ...SHEET_LIMITS, ...limits }
        // A copy, as it is transferred to the worker. Not by slice(): for a Buffer that is a view.
        const { named, corrections } = request
        const task = { archive: new Uint8Array(bytes), entries, kind, items, maxRows: allLimits.rows, maxErrors: MAX_ROW_ERRORS, named, corrections }
        const report = onProgress ?? (() => undefined)
        const answer = await workers.run({ work: { type: 'read', task }, limits: allLimits, failures: readingFailures, signal, take, report })
        if (answer.type !== 'done') throw new Error(`a worker answered ${answer.type} where it was to read`)
        const { findings } = answer
        const isOfUse = findings.errorCount === 0 || kindOf({ kind, items }).goesOnAfterErrors === true
        return { kind, rows: isOfUse ? rows : [], ...findings }
      })
    },
    async mark({ bytes, header, errors, limits, ...request }) {
      const signal = AbortSignal.any([request.signal, closing.signal])
      const entries = await inspectArchive(bytes)
      return inTurnUnlessCancelled(signal, async () => {
        const work = { type: 'mark', task: { archive: new Uint8Array(bytes), entries, header, errors } } as const
        const answer = await workers.run({ work, limits: { ...SHEET_LIMITS, ...limits }, failures: markingFailures, signal, ...nothingToTake })
        if (answer.type !== 'marked') throw new Error(`a worker answered ${answer.type} where it was to mark`)
        return answer.bytes
      })
    },
    async close() {
      clearTimeout(starting)
      closing.abort()
      await workers.close()
    },
  }
}

const nothingToTake = { take: () => undefined, report: () => undefined } as const
