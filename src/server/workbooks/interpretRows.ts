import { Refusal } from '#shared/contract/refusals.ts'
import type { Correction, ImportPreview, RowError } from '#shared/import/contract.ts'
import { faults, isShownNumber, shown, type CellValue } from './cells.ts'
import { createCorrected } from './corrections.ts'
import { columnsRefusal, namedColumns, readHeaders } from './columns.ts'
import { findHeader, type Header } from './header.ts'
import type { Findings, SheetKind } from './kind.ts'
import type { Merges, SheetRow, SheetTop } from './rows.ts'
import { remark } from './refusals.ts'
import { beginsNote } from './cellText.ts'
import { aboutCell, shownCells, type ShownRow } from './wrongRows.ts'

const PREVIEW_ROWS = 20
/** Preview limits: characters per text, and ignored columns listed. */
const PREVIEW_TEXT = 100
const PREVIEW_IGNORED = 50
/** Rows named in a remark before 等. */
const NAMED_ROWS = 20

const cut = (text: string): string => (text.length > PREVIEW_TEXT ? `${text.slice(0, PREVIEW_TEXT)}…` : text)

/** Context of the rows. */
export interface SheetContext {
  readonly sheetName: string
  readonly sheetCount: number
  readonly maxRows: number
  readonly maxErrors: number
  /** Fields mapped by the user, by the sheet's headers. */
  readonly named?: Readonly<Record<string, string>> | undefined
  /** Cells corrected by the user. */
  readonly corrections?: readonly Correction[] | undefined
}

/** The header's position, for marking a workbook. */
export interface HeaderPlace {
  readonly row: number
  /** Column numbers, from 1, by template name. */
  readonly columns: Readonly<Record<string, number>>
  /** An existing column 错误原因. */
  readonly reasonColumn: number | null
}

/** The result of reading a sheet, apart from its rows. */
export interface SheetFindings {
  readonly rowCount: number
  /** The first {@link SheetContext.maxErrors}, in the sheet's order. */
  readonly errors: readonly RowError[]
  readonly errorCount: number
  /** The rows of `errors`. */
  readonly wrongRows: readonly ShownRow[]
  readonly preview: ImportPreview
  readonly header: HeaderPlace
}

/** Converts a sheet's rows to rows of a kind, from the top. */
export interface RowInterpreter<Row> {
  /** Number of rows above the data: titles and the header. */
  readonly rowsAbove: number
  /**
   * Processes the next row; returns it parsed, or null if it is above the data, empty, wrong, or below a wrong one (the
   * last two not for a kind that goes on after errors).
   *
   * @throws Refusal if there are too many rows
   */
  take(row: SheetRow): Row | null
  /**
   * Ends the sheet.
   *
   * @throws Refusal if there was no data row, or a corrected row is missing
   */
  finish(): SheetFindings
}

/**
 * Interprets a sheet row by row: the header, merged cells, each row's rule, duplicate rows.
 *
 * @throws Refusal if there is no header, or it claims a column twice
 */
export function createRowInterpreter<Column extends string, Row extends object>(
  kind: SheetKind<Column, Row>,
  sheet: SheetTop,
  context: SheetContext,
): RowInterpreter<Row> {
  const header = findHeader(sheet, { columns: kind.columns, lacks: kind.lacks?.bind(kind), named: namedColumns(kind, context) }, (problem) =>
    columnsRefusal(kind, problem, context),
  )
  const cells = createCells(kind, header, sheet.merges)
  const corrected = createCorrected(kind, cells.present, context.corrections ?? [])
  const leftOut = createLeftOut(kind, cells.values)
  const report = createReport(kind, cells, context.maxErrors)
  const firstRowOf = new Map<string, number>()
  const previewed: { row: number; cells: string[] }[] = []
  let rowCount = 0
  let hiddenCount = 0

  function preview(row: number, understood: Row | null): void {
    const texts = understood === null ? cells.values : kind.show(understood)
    previewed.push({ row, cells: cells.columns.map((column) => cut(shown(texts[column]))) })
  }

  return {
    rowsAbove: sheet.rows.filter(({ number }) => number <= header.row).length,
    take(row) {
      if (row.number <= header.row) return null
      const hasContent = cells.read(row)
      if (leftOut.takes(row) || !hasContent) return null
      rowCount += 1
      if (rowCount > context.maxRows) throw new Refusal('workbook.tooManyRows', { limit: context.maxRows })
      if (row.isHidden) hiddenCount += 1
      cells.complete(row.number, corrected.of(row.number))
      const errorsBefore = report.errorCount
      report.row = row.number
      const understood = kind.understand(row.number, cells.values, report.findings, cells.present)
      const identity = kind.identityOf(understood)
      if (identity !== null) {
        const first = firstRowOf.get(identity)
        if (first === undefined) firstRowOf.set(identity, row.number)
        else report.findings.wrong(kind.identityColumn, `第${row.number}行与第${first}行重复${kind.whenTwice === undefined ? '' : `，${kind.whenTwice}`}`)
      }
      if (previewed.length < PREVIEW_ROWS) preview(row.number, report.errorCount === errorsBefore ? understood : null)
      return report.errorCount === 0 || kind.goesOnAfterErrors === true ? understood : null
    },

    finish() {
      if (rowCount === 0) throw new Refusal('workbook.noRows')
      corrected.requireAllFound()
      const remarks = [
        ...(context.sheetCount > 1 ? [remark.otherSheets(context.sheetCount, context.sheetName)] : []),
        ...header.remarks,
        ...leftOut.remarks(),
        ...(hiddenCount > 0 ? [remark.hiddenRows(hiddenCount)] : []),
        ...report.doubts(),
      ]
      const columns = cells.columns.map((column) => kind.columns[column].name)
      const ignored = header.cells
        .filter(({ column }) => column === null)
        .slice(0, PREVIEW_IGNORED)
        .map(({ text }) => cut(text))
      return {
        rowCount,
        errors: report.errors,
        errorCount: report.errorCount,
        wrongRows: report.wrongRows,
        preview: { sheet: cut(context.sheetName), remarks, columns, ignored, headers: readHeaders(kind, header.cells), rows: previewed },
        header: {
          row: header.row,
          columns: Object.fromEntries([...header.positions].map(([column, position]) => [kind.columns[column].name, position])),
          reasonColumn: header.reasonColumn,
        },
      }
    },
  }
}

/** The non-data rows: the template's sample, sums and notes. `values` are the cells of the current row. */
function createLeftOut<Column extends string>({ columns, subject, noteColumn }: SheetKind<Column, object>, values: Readonly<Record<Column, CellValue>>) {
  const names = Object.keys(columns) as Column[] // it has no other
  const sampled = names.filter((column) => columns[column].cameLater !== true)
  const hasSample = sampled.some((column) => columns[column].sample !== '')
  const samples = createRowList()
  const notes = createRowList()
  /** The template's unchanged sample row: not a real property. */
  const isSample = (): boolean => hasSample && sampled.every((column) => shown(values[column]) === String(columns[column].sample))
  const isNoteAlone = (): boolean => noteColumn !== undefined && names.every((column) => column === noteColumn || values[column] === null)
  const isNote = ({ cells }: SheetRow): boolean => subject.every((column) => values[column] === null) && (beginsNote(cells) || isNoteAlone())

  return {
    /** Whether the row is one of these. */
    takes(row: SheetRow): boolean {
      const list = isNote(row) ? notes : isSample() ? samples : null
      list?.add(row.number)
      return list !== null
    },
    remarks: (): string[] => [
      ...(samples.count > 0 ? [remark.sampleRows(samples.rows, samples.count)] : []),
      ...(notes.count > 0 ? [remark.notes(notes.rows, notes.count)] : []),
    ],
  }
}

/** Row numbers for a remark: the first ones, and their total. */
function createRowList() {
  const rows: number[] = []
  const list = {
    rows: rows as readonly number[],
    count: 0,
    add(row: number): void {
      list.count += 1
      if (rows.length < NAMED_ROWS) rows.push(row)
    },
  }
  return list
}

/** Collects errors and doubts with the current row's number. */
function createReport<Column extends string>(
  kind: Pick<SheetKind<Column, object>, 'columns'>,
  { values, columns }: Pick<ReturnType<typeof createCells<Column>>, 'values' | 'columns'>,
  maxErrors: number,
) {
  const errors: RowError[] = []
  const wrongRows: ShownRow[] = []
  const doubtful = new Map<string, ReturnType<typeof createRowList>>()
  const report = {
    row: 0,
    errors: errors as readonly RowError[],
    wrongRows: wrongRows as readonly ShownRow[],
    errorCount: 0,
    findings: {
      wrong(column, message) {
        report.errorCount += 1
        if (errors.length >= maxErrors) return
        errors.push({ row: report.row, column: kind.columns[column].name, message, ...aboutCell(values, column) })
        if (wrongRows.at(-1)?.row !== report.row) wrongRows.push({ row: report.row, cells: shownCells(values, columns) })
      },
      doubt(message) {
        const list = doubtful.get(message) ?? createRowList()
        list.add(report.row)
        doubtful.set(message, list)
      },
    } satisfies Findings<Column> as Findings<Column>,
    doubts: () => [...doubtful].map(([message, { rows, count }]) => remark.doubtful(message, rows, count)),
  }
  return report
}

/** The cells of the current row, by the kind's columns. */
function createCells<Column extends string>(kind: SheetKind<Column, object>, header: Header<Column>, merges: Merges) {
  const entries = (Object.keys(kind.columns) as Column[]).map((column) => [column, null] as const)
  const values = Object.fromEntries(entries) as Record<Column, CellValue> // every column has its key, and keeps it
  const readers = [...header.positions].map(([column, position]) => {
    const isFilled = kind.fillDown.includes(column)
    return {
      column,
      at: position - 1,
      isRequired: kind.columns[column].isRequired,
      coveredBy: merges.follow(position, header.row),
      isFilled,
      filledFrom: 0,
      filler: null as CellValue,
    }
  })
  const mergedReaders = readers.filter(({ coveredBy }) => coveredBy !== null)

  return {
    /** Reused for every row. */
    values: values as Readonly<Record<Column, CellValue>>,
    /** The columns in the sheet, in its order. */
    columns: readers.map(({ column }) => column),
    present: new Set(readers.map(({ column }) => column)) as ReadonlySet<Column>,
    /** Reads a row; false if all of its cells are empty. */
    read(row: SheetRow): boolean {
      let hasContent = false
      for (const { column, at, isRequired } of readers) {
        const written = row.cells[at] ?? null
        // A formula referring to an empty cell yields 0.
        const value = !isRequired && isShownNumber(written) && written.isZeroResult ? null : written
        values[column] = value
        if (value !== null) hasContent = true
      }
      return hasContent
    },
    /**
     * Completes the current row. A merged cell is stored in its first row only: its value also applies to the others, or is refused where
     * not allowed. A correction of that cell applies to the others, too; a correction of another applies only there.
     */
    complete(rowNumber: number, corrected: ReadonlyMap<Column, CellValue> | undefined): void {
      for (const reader of mergedReaders) {
        const mergedFrom = reader.coveredBy?.(rowNumber) ?? 0
        const right = mergedFrom === 0 ? corrected?.get(reader.column) : undefined
        const value = right === undefined ? values[reader.column] : right
        if (mergedFrom === 0 || value !== null) {
          if (reader.isFilled) {
            reader.filler = value
            reader.filledFrom = rowNumber
          }
        } else if (!reader.isFilled) values[reader.column] = faults.merged
        else if (reader.filledFrom === mergedFrom) values[reader.column] = reader.filler
      }
      for (const [column, value] of corrected ?? []) values[column] = value
    },
  }
}
