import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { Refusal } from '#shared/contract/refusals.ts'
import type { SheetKind } from './kind.ts'
import { kindOf } from './kinds.ts'
import { markWorkbook } from './marking/markWorkbook.ts'
import type { SheetTask, WorkerMessage, WorkerTask } from './protocol.ts'
import type { ArchiveEntry } from './archive.ts'
import { HEADER_ROWS } from './header.ts'
import { createRowInterpreter, type SheetFindings } from './interpretRows.ts'
import { createMerges, type SheetRow } from './rows.ts'
import { openWorkbook } from './parts.ts'
import { noSharedStrings, readSharedStrings } from './sharedStrings.ts'
import { readSheetRows } from './sheetRows.ts'

/** Minimum interval of reports, in ms. */
const REPORT_EVERY = 100

// Errors other than refusals are internal faults: they end the worker, and the main thread notices.
parentPort?.on('message', (work: WorkerTask) => void answer(work))

const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer)

async function answer(work: WorkerTask): Promise<void> {
  try {
    if (work.type === 'mark') {
      const bytes = await markWorkbook(work.task)
      post({ type: 'marked', bytes }, [bytes.buffer])
    } else {
      const findings = await read(work.task)
      const { total_heap_size: heap, external_memory: external } = getHeapStatistics()
      post({ type: 'done', findings, heldBytes: heap + external })
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    post({
      type: 'refused',
      reason: error.reason,
      code: error.code,
      message: error.message,
      data: error.data,
      cause: error.cause instanceof Error ? (error.cause.stack ?? '') : '',
    })
  }
}

function read({ archive, entries, maxRows, maxErrors, named, corrections, ...asked }: SheetTask) {
  let reportedAt = -Infinity
  return readSheet(kindOf(asked), archive, entries, {
    maxRows,
    maxErrors,
    named,
    corrections,
    progress(stage, done, total) {
      const now = performance.now()
      if (now - reportedAt < REPORT_EVERY) return
      reportedAt = now
      post({ type: 'progress', stage, done, total })
    },
    rows: (rows) => post({ type: 'rows', rows }),
  })
}

/** Rows per batch: few enough that receiving them does not block. */
const ROWS_TOGETHER = 500

/** Callbacks and limits of a reading. */
interface ReadingHooks<Row> {
  /** `total` is 0 while unknown. */
  readonly progress: (stage: 'reading' | 'checking', done: number, total: number) => void
  /**
   * Receives parsed rows, up to the first wrong one (a workbook with a wrong row is not used at all), or all if the kind
   * goes on after errors.
   */
  readonly rows: (rows: readonly Row[]) => void
  readonly maxRows: number
  readonly maxErrors: number
  readonly named?: SheetTask['named']
  readonly corrections?: SheetTask['corrections']
}

/**
 * Reads the first visible sheet of a checked archive, then interprets its rows: the merges needed for them come last in the file.
 *
 * @throws Refusal with the message for a file that is unreadable or has no content
 */
async function readSheet<Column extends string, Row extends object>(
  kind: SheetKind<Column, Row>,
  archive: Uint8Array,
  entries: readonly ArchiveEntry[],
  { progress, rows: handOver, maxRows, maxErrors, ...told }: ReadingHooks<Row>,
): Promise<SheetFindings> {
  progress('reading', 0, 0)
  const book = await openWorkbook(archive, entries)
  const strings = book.sharedStrings ? await readSharedStrings(book.sharedStrings) : noSharedStrings
  const merges = createMerges()
  const rows: SheetRow[] = []
  const onRow = (row: SheetRow): void => progress('reading', rows.push(row), 0)
  await readSheetRows(book.sheet, { ...book, strings, maxRows, merges, onRow })
  const interpreter = createRowInterpreter(kind, { rows: rows.slice(0, HEADER_ROWS), merges }, { ...book, maxRows, maxErrors, ...told })
  const { rowsAbove } = interpreter
  const total = Math.max(0, rows.length - rowsAbove)
  while (rows.length > 0) {
    const understood = rows.splice(0, ROWS_TOGETHER).flatMap((row) => interpreter.take(row) ?? [])
    if (understood.length > 0) handOver(understood)
    progress('checking', total - rows.length, total)
  }
  return interpreter.finish()
}
