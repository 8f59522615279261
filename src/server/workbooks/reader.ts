import { MAX_ROW_ERRORS } from '#shared/import/contract.ts'
import { inspectArchive } from './archive.ts'
import { checkContent } from './content.ts'
import { sheetKinds, type RowOf, type SheetKindName } from './kinds.ts'
import { refuse } from './refusals.ts'
import { createSheetWorkers, SHEET_LIMITS, type SheetLimits, type SheetLog, type SheetProgress } from './workers.ts'
import { createTurnstile } from '../kernel/turnstile.ts'
import type { SheetFindings } from './interpretRows.ts'

export interface SheetRequest<K extends SheetKindName> {
  readonly bytes: Uint8Array
  /** As the user named the file; its content decides, but it must end in .xlsx. */
  readonly fileName: string
  readonly kind: K
  /** Ends the reading at once. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SheetProgress) => void
  /**
   * Takes the rows as they come, a few hundred at a time, in place of `rows` in the result.
   *
   * None come after the first wrong row, but some may have come before it; all come of a kind that goes on after errors.
   * The reading waits for the returned promise.
   */
  readonly onRows?: (rows: RowOf<K>[]) => void | Promise<void>
  readonly limits?: Partial<SheetLimits>
}

export interface SheetResult<K extends SheetKindName> extends SheetFindings {
  readonly kind: K
  /** Empty where there is any error, unless the kind goes on after errors, and where `onRows` took them. */
  readonly rows: RowOf<K>[]
}

export interface SheetReader {
  /**
   * Reads a workbook and checks every row, in a thread of its own.
   *
   * Wrong rows are in the result; what is wrong with the file as a whole is thrown.
   * @throws Refusal with code 400, 402, 413 or 415 and the sentence of `bad-input.md`, or 402 when it was cancelled;
   * what `onRows` throws
   */
  read<K extends SheetKindName>(request: SheetRequest<K>): Promise<SheetResult<K>>
  /** Ends what is being read and refuses what waits. */
  close(): Promise<void>
}

export interface SheetReaderDeps {
  /** The code of worker.ts: in the sources, or as its bundle. */
  readonly workerUrl: URL
  readonly log: SheetLog
  /** How many files are read at the same time; others wait. */
  readonly atOnce?: number
}

export function createSheetReader({ workerUrl, log, atOnce = 1 }: SheetReaderDeps): SheetReader {
  const turnstile = createTurnstile(atOnce)
  const workers = createSheetWorkers({ workerUrl, log })
  const closing = new AbortController()

  return {
    async read({ bytes, fileName, kind, onProgress, limits, ...request }) {
      const signal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal
      checkContent(bytes, fileName)
      const entries = await inspectArchive(bytes)
      onProgress?.({ stage: 'waiting', done: 0, total: 0 })
      const leave = await turnstile.enter(signal).catch(() => {
        throw refuse.cancelled()
      })
      try {
        const { rows, take } = rowsFor(request.onRows)
        const allLimits = { ...SHEET_LIMITS, ...limits }
        // A copy, for it goes over to the worker. Not by slice(): of a Buffer that is a view.
        const task = { archive: new Uint8Array(bytes), entries, kind, maxRows: allLimits.rows, maxErrors: MAX_ROW_ERRORS }
        const findings = await workers.run({ task, limits: allLimits, signal, take, report: onProgress ?? (() => undefined) })
        const isOfUse = findings.errorCount === 0 || sheetKinds[kind].goesOnAfterErrors === true
        return { kind, rows: isOfUse ? rows : [], ...findings }
      } finally {
        leave()
      }
    },
    async close() {
      closing.abort()
      await workers.close()
    },
  }
}

function rowsFor<Row>(onRows: ((rows: Row[]) => void | Promise<void>) | undefined) {
  const rows: Row[] = []
  const take = async (more: readonly object[]): Promise<void> => {
    const understood = more as Row[] // made by the worker's rule of the kind that was asked for
    if (onRows) await onRows(understood)
    else for (const row of understood) rows.push(row)
  }
  return { rows, take }
}
