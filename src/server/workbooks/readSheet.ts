import type { ArchiveEntry } from './archive.ts'
import { createRowInterpreter, type SheetFindings } from './interpretRows.ts'
import type { SheetKind } from './kind.ts'
import { createMerges } from './merges.ts'
import { openWorkbook } from './parts.ts'
import { scanSheet } from './scanSheet.ts'
import { noSharedStrings, readSharedStrings } from './sharedStrings.ts'
import { readSheetRows } from './sheetRows.ts'
import { createRowPipeline } from './rowPipeline.ts'

/** What a reading hands over while it goes on, and how much it may take. */
export interface ReadingHooks<Row> {
  /** `total` is 0 while it is not known. */
  readonly progress: (stage: 'reading' | 'checking', done: number, total: number) => void
  /** Takes rows as they were understood, until the first wrong one (a workbook with a wrong row is not used at all), or all of them where the kind goes on after errors. */
  readonly rows: (rows: Row[]) => Promise<void>
  readonly maxRows: number
  readonly maxErrors: number
  readonly named?: Readonly<Record<string, string>> | undefined
}

/**
 * Reads the first visible sheet of a checked archive, from beginning to end, in bounded memory.
 *
 * @throws Refusal with the sentence for a file that cannot be read or holds nothing to read
 */
export async function readSheet<Column extends string, Row extends object>(
  kind: SheetKind<Column, Row>,
  archive: Uint8Array,
  entries: readonly ArchiveEntry[],
  { progress, rows, maxRows, maxErrors, named }: ReadingHooks<Row>,
): Promise<SheetFindings> {
  progress('reading', 0, 0)
  const book = await openWorkbook(archive, entries)
  // Another thread unpacks the sheet for it while this one reads the table of texts and the first rows.
  const scanning = scanSheet(book.sheetBytes())
  const strings = book.sharedStrings ? await readSharedStrings(book.sharedStrings) : noSharedStrings
  const merges = createMerges()
  const { add, onPiece, finish } = createRowPipeline<Row>(scanning, {
    progress,
    rows,
    begin: (top) => createRowInterpreter(kind, { rows: top, merges }, { ...book, maxRows, maxErrors, named }),
  })
  await readSheetRows(book.sheet, { ...book, strings, maxRows, merges, onRow: add, onPiece })
  return finish()
}
