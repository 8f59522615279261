import WorksheetReader from 'exceljs/lib/stream/xlsx/worksheet-reader.js'
import type { ArchiveEntry } from './archive.ts'
import type { SheetKind } from './kinds/kind.ts'
import { refuse } from './refusals.ts'
import { noSharedStrings, readSharedStrings } from './sharedStrings.ts'
import { smoothRows, surveySheet, WRITTEN_DATE_STYLE } from './sheetXml.ts'
import { createUnderstanding, type SheetFindings } from './understanding.ts'
import { openWorkbook } from './workbook.ts'
import { wellFormed } from './xml.ts'

export interface ReadingHooks<Row> {
  /** `total` is 0 while it is not known. */
  readonly progress: (stage: 'reading' | 'checking', done: number, total: number) => void
  /** Takes rows as they were understood, until the first wrong one (a workbook with a wrong row is not used at all), or all of them where the kind goes on after errors. */
  readonly rows: (rows: Row[]) => Promise<void>
  readonly maxRows: number
  readonly maxErrors: number
}

/** Rows that are handed over together: few enough that their arrival does not hold up the receiver. */
const ROWS_TOGETHER = 500
/** Told to exceljs of a number that its style shows as a date; it asks for nothing but the letters. */
const DATE_STYLE = { numFmt: 'yyyy-mm-dd' } as const

/**
 * Reads the first visible sheet of a checked archive, from beginning to end, in bounded memory.
 *
 * Goes through the sheet twice: a survey, then exceljs's streaming reader.
 * @throws Refusal with the sentence for a file that cannot be read or holds nothing to read
 */
export async function readSheet<Column extends string, Row extends object>(
  kind: SheetKind<Column, Row>,
  archive: Uint8Array,
  entries: readonly ArchiveEntry[],
  { progress, rows: handOver, maxRows, maxErrors }: ReadingHooks<Row>,
): Promise<SheetFindings> {
  progress('reading', 0, 0)
  const book = await openWorkbook(archive, entries)
  const survey = await surveySheet(book.sheet)
  // The header may be among them, and nine rows above it.
  if (survey.filledRowCount > maxRows + 10) throw refuse.tooManyRows(maxRows)
  const strings = book.sharedStrings ? await readSharedStrings(book.sharedStrings) : noSharedStrings
  const hiddenRows = new Set<number>()
  const understanding = createUnderstanding(kind, { ...book, strings, merges: survey.merges, hiddenRows, maxRows, maxErrors })

  const rowsXml = smoothRows(book.sheet, { survey, is1904: book.is1904, onHidden: (row) => hiddenRows.add(row) })
  let rowsRead = 0
  let waiting: Row[] = []
  for await (const events of wellFormed(sheetReader(book, rowsXml).parse())) {
    for (const { eventType, value: row } of events) {
      if (eventType !== 'row') continue
      rowsRead += 1
      const understood = understanding.take(row)
      if (understood !== null) waiting.push(understood)
    }
    if (waiting.length >= ROWS_TOGETHER) {
      await handOver(waiting)
      waiting = []
    }
    progress('checking', rowsRead - understanding.rowsAbove, Math.max(rowsRead, survey.rowCount) - understanding.rowsAbove)
  }
  if (rowsRead === 0 && survey.filledRowCount > 0) throw refuse.unreadableSheet(book.sheetName)
  const findings = understanding.finish()
  if (waiting.length > 0) await handOver(waiting)
  return findings
}

/** exceljs's own reader of one sheet, with nothing behind it but what a cell's meaning depends on. */
function sheetReader({ isDateStyle, is1904 }: { isDateStyle: readonly boolean[]; is1904: boolean }, iterator: AsyncIterable<string>): WorksheetReader {
  const styles = { getStyleModel: (id: number) => (isDateStyle[id] || id === WRITTEN_DATE_STYLE ? DATE_STYLE : undefined) }
  const workbook = { sharedStrings: undefined, styles, properties: { model: { date1904: is1904 } } }
  return new WorksheetReader({ workbook, id: 1, iterator, options: { worksheets: 'emit' } })
}
