import type { StreamRow } from 'exceljs/lib/stream/xlsx/worksheet-reader.js'
import type { ImportPreview, RowError } from '#shared/import/contract.ts'
import { faults, readCell, shown, type CellValue } from './cells.ts'
import { HEADER_ROWS, matchHeader, type Header } from './header.ts'
import type { SheetKind } from './kinds/kind.ts'
import type { Merges } from './merges.ts'
import { refuse, remark } from './refusals.ts'
import type { SharedStrings } from './sharedStrings.ts'
import { aboutCell } from './wrongCell.ts'

const PREVIEW_ROWS = 20
/** What a preview shows of a sheet that holds more than anybody would read. */
const PREVIEW_TEXT = 100
const PREVIEW_IGNORED = 50
/** How many rows a remark names before it says 等. */
const NAMED_ROWS = 20

const cut = (text: string): string => (text.length > PREVIEW_TEXT ? `${text.slice(0, PREVIEW_TEXT)}…` : text)

/** What is around the rows. */
export interface SheetContext {
  readonly sheetName: string
  readonly sheetCount: number
  readonly strings: SharedStrings
  readonly merges: Merges
  readonly hiddenRows: ReadonlySet<number>
  readonly maxRows: number
  readonly maxErrors: number
}

/** What was made of a sheet, beside its rows. */
export interface SheetFindings {
  readonly rowCount: number
  /** The first {@link SheetContext.maxErrors}, in the sheet's order. */
  readonly errors: readonly RowError[]
  readonly errorCount: number
  readonly preview: ImportPreview
}

export interface Understanding<Row> {
  /**
   * Takes in the next row; gives it back as understood, or null where it is above the data, empty, wrong, or below a wrong
   * one (the last two not for a kind that goes on after errors).
   */
  take(row: StreamRow): Row | null
  /** How many rows were above the data: titles and the header. */
  readonly rowsAbove: number
  /**
   * Ends the sheet.
   *
   * @throws Refusal where there was no header or no row of data
   */
  finish(): SheetFindings
}

/**
 * Makes sense of a sheet row by row: the header, merged cells, each row's rule, rows that come twice.
 *
 * @throws Refusal from `take` where the header claims a column twice or there are too many rows
 */
export function createUnderstanding<Column extends string, Row extends object>(kind: SheetKind<Column, Row>, context: SheetContext): Understanding<Row> {
  let reading: Omit<Understanding<Row>, 'rowsAbove'> | null = null
  let rowsAbove = 0
  let nearest: { missing: readonly string[]; foundCount: number } | null = null

  function seekHeader(row: StreamRow): void {
    if (row.number > HEADER_ROWS) throw noHeader()
    const match = matchHeader(textsOf(row, context.strings), kind.columns)
    if ('header' in match) reading = createDataReading(kind, context, match.header, row.number)
    else if (!nearest || match.foundCount > nearest.foundCount) nearest = match
  }

  function noHeader() {
    const missing =
      nearest?.missing ?? (Object.keys(kind.columns) as Column[]).filter((key) => kind.columns[key].isRequired).map((key) => kind.columns[key].name)
    return refuse.noHeader(missing, context.sheetName, context.sheetCount > 1)
  }

  return {
    take(row) {
      if (reading) return reading.take(row)
      rowsAbove += 1
      seekHeader(row)
      return null
    },
    get rowsAbove() {
      return rowsAbove
    },
    finish() {
      if (!reading) throw noHeader()
      return reading.finish()
    },
  }
}

function textsOf(row: StreamRow, strings: SharedStrings): Map<number, string> {
  const texts = new Map<number, string>()
  row.eachCell((cell, column) => {
    const value = readCell(cell, strings)
    if (value !== null) texts.set(column, shown(value))
  })
  return texts
}

function createDataReading<Column extends string, Row extends object>(
  kind: SheetKind<Column, Row>,
  { sheetName, sheetCount, strings, merges, maxRows, maxErrors, hiddenRows }: SheetContext,
  header: Header<Column>,
  headerRow: number,
): Omit<Understanding<Row>, 'rowsAbove'> {
  const names = (Object.keys(kind.columns) as Column[]).map((column) => [column, null] as const)
  const cells = Object.fromEntries(names) as Record<Column, CellValue> // every column has its key, and keeps it
  const readers = [...header.positions].map(([column, position]) => {
    const isFilled = kind.fillDown.includes(column)
    return { column, position, coveredBy: merges.follow(position, headerRow), isFilled, filledFrom: 0, filler: null as CellValue }
  })
  const mergedReaders = readers.filter(({ coveredBy }) => coveredBy !== null)
  const firstRowOf = new Map<string, number>()
  const previewed: { row: number; cells: string[] }[] = []
  const doubts = new Map<string, { rows: number[]; count: number }>()
  const errors: RowError[] = []
  let errorCount = 0
  let rowCount = 0
  let hiddenCount = 0
  const samples = { rows: [] as number[], count: 0 }
  let rowNumber = 0

  const findings = {
    wrong(column: Column, message: string) {
      errorCount += 1
      if (errors.length < maxErrors) errors.push({ row: rowNumber, column: kind.columns[column].name, message, ...aboutCell(cells, column) })
    },
    doubt(message: string) {
      const doubt = doubts.get(message) ?? { rows: [], count: 0 }
      doubt.count += 1
      if (doubt.rows.length < NAMED_ROWS) doubt.rows.push(rowNumber)
      doubts.set(message, doubt)
    },
  }

  /** Reads the row's cells into `cells`; false where all of them are empty. */
  function readCells(row: StreamRow): boolean {
    let hasContent = false
    for (const reader of readers) {
      const value = readCell(row.findCell(reader.position), strings)
      cells[reader.column] = value
      if (value !== null) hasContent = true
    }
    return hasContent
  }

  /** The template's own row, as it came with the template: a house that nobody has. */
  const isSample = (): boolean => names.every(([column]) => shown(cells[column]) === String(kind.columns[column].sample))

  /** A merged cell stands in its first row alone: it counts for the others, or is refused where it may not. */
  function applyMerges(): void {
    for (const reader of mergedReaders) {
      const mergedFrom = reader.coveredBy?.(rowNumber) ?? 0
      const value = cells[reader.column]
      if (mergedFrom === 0 || value !== null) {
        if (reader.isFilled) {
          reader.filler = value
          reader.filledFrom = rowNumber
        }
      } else if (!reader.isFilled) cells[reader.column] = faults.merged
      else if (reader.filledFrom === mergedFrom) cells[reader.column] = reader.filler
    }
  }

  function preview(understood: Row | null): void {
    const texts = understood === null ? cells : kind.show(understood)
    previewed.push({ row: rowNumber, cells: readers.map(({ column }) => cut(shown(texts[column]))) })
  }

  return {
    take(row) {
      rowNumber = row.number
      if (!readCells(row)) return null
      if (isSample()) {
        samples.count += 1
        if (samples.rows.length < NAMED_ROWS) samples.rows.push(rowNumber)
        return null
      }
      rowCount += 1
      if (rowCount > maxRows) throw refuse.tooManyRows(maxRows)
      if (hiddenRows.has(rowNumber)) hiddenCount += 1
      applyMerges()
      const errorsBefore = errorCount
      const understood = kind.understand(rowNumber, cells, findings)
      const identity = kind.identityOf(understood)
      if (identity !== null) {
        const first = firstRowOf.get(identity)
        if (first === undefined) firstRowOf.set(identity, rowNumber)
        else findings.wrong(kind.identityColumn, `第${rowNumber}行与第${first}行重复`)
      }
      const isRight = errorCount === errorsBefore
      if (previewed.length < PREVIEW_ROWS) preview(isRight ? understood : null)
      return errorCount === 0 || kind.goesOnAfterErrors === true ? understood : null
    },

    finish() {
      if (rowCount === 0) throw refuse.noRows()
      const remarks = [
        ...(sheetCount > 1 ? [remark.otherSheets(sheetCount, sheetName)] : []),
        ...header.remarks,
        ...(samples.count > 0 ? [remark.sampleRows(samples.rows, samples.count)] : []),
        ...(hiddenCount > 0 ? [remark.hiddenRows(hiddenCount)] : []),
        ...[...doubts].map(([message, { rows, count }]) => remark.doubtful(message, rows, count)),
      ]
      const columns = readers.map(({ column }) => kind.columns[column].name)
      return {
        rowCount,
        errors,
        errorCount,
        preview: { sheet: cut(sheetName), remarks, columns, ignored: header.ignored.slice(0, PREVIEW_IGNORED).map(cut), rows: previewed },
      }
    },
  }
}
