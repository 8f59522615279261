import type { ArchiveEntry } from './archive.ts'
import { createRowInterpreter, type SheetFindings } from './interpretRows.ts'
import type { SheetKind } from './kind.ts'
import { openWorkbook } from './parts.ts'
import { noSharedStrings, readSharedStrings } from './sharedStrings.ts'
import { readSheetRows } from './sheetRows.ts'

export interface ReadingHooks<Row> {
  /** `total` is 0 while it is not known. */
  readonly progress: (stage: 'reading' | 'checking', done: number, total: number) => void
  /** Takes rows as they were understood, until the first wrong one (a workbook with a wrong row is not used at all), or all of them where the kind goes on after errors. */
  readonly rows: (rows: Row[]) => Promise<void>
  readonly maxRows: number
  readonly maxErrors: number
  readonly named?: Readonly<Record<string, string>> | undefined
}

/** Rows that are handed over together: few enough that their arrival does not hold up the receiver. */
const ROWS_TOGETHER = 500

/**
 * Reads the first visible sheet of a checked archive, from beginning to end, in bounded memory: first what its cells
 * show, then what the rows mean.
 *
 * @throws Refusal with the sentence for a file that cannot be read or holds nothing to read
 */
export async function readSheet<Column extends string, Row extends object>(
  kind: SheetKind<Column, Row>,
  archive: Uint8Array,
  entries: readonly ArchiveEntry[],
  { progress, rows: handOver, maxRows, maxErrors, named }: ReadingHooks<Row>,
): Promise<SheetFindings> {
  progress('reading', 0, 0)
  const book = await openWorkbook(archive, entries)
  const strings = book.sharedStrings ? await readSharedStrings(book.sharedStrings) : noSharedStrings
  const onRow = (count: number): void => progress('reading', count, 0)
  const sheet = await readSheetRows(book.sheet, { ...book, strings, maxRows, onRow })
  const interpreter = createRowInterpreter(kind, sheet, { ...book, maxRows, maxErrors, named })

  const total = sheet.count - interpreter.rowsAbove
  let done = -interpreter.rowsAbove
  let waiting: Row[] = []
  for (let block = sheet.blocks.shift(); block; block = sheet.blocks.shift()) {
    for (const row of block) {
      const understood = interpreter.take(row)
      if (understood === null) continue
      waiting.push(understood)
      if (waiting.length < ROWS_TOGETHER) continue
      await handOver(waiting)
      waiting = []
    }
    done += block.length
    progress('checking', done, total)
  }
  const findings = interpreter.finish()
  if (waiting.length > 0) await handOver(waiting)
  return findings
}
