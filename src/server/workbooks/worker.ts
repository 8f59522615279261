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

/** The least time between two reports, in ms. */
const REPORT_EVERY = 100

// An error that is no refusal is a fault of ours: it ends the worker, and the main thread hears of it.
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

/** Rows that are handed over together: few enough that their arrival does not hold up the receiver. */
const ROWS_TOGETHER = 500

/** What a reading hands over while it goes on, and how much it may take. */
interface ReadingHooks<Row> {
  /** `total` is 0 while it is not known. */
  readonly progress: (stage: 'reading' | 'checking', done: number, total: number) => void
  /** Takes rows as they were understood, until the first wrong one (a workbook with a wrong row is not used at all), or all of them where the kind goes on after errors. */
  readonly rows: (rows: readonly Row[]) => void
  readonly maxRows: number
  readonly maxErrors: number
  readonly named?: SheetTask['named']
  readonly corrections?: SheetTask['corrections']
}

/**
 * Reads the first visible sheet of a checked archive, then makes sense of its rows: what their merged cells mean is behind them.
 *
 * @throws Refusal with the sentence for a file that cannot be read or holds nothing to read
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
