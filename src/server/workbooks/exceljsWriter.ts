import type { Writable } from 'node:stream'
import type { HeaderFooter, Style, WorksheetView } from 'exceljs'
// Private: the path. The package's entry loads ten times the code.
import WorkbookWriter, { type PageSetup, type StreamedSheet } from 'exceljs/lib/stream/xlsx/workbook-writer.js'
import type { CellValue } from './cellValues.ts'

/*
 * The only file that uses what exceljs does not document; exceljs-writer.d.ts declares it. Each such place says so, and
 * tests/unit/server/workbooks/exceljsWriter.test.ts compares what comes out with what the documented writer makes, so that
 * a version that changes any of them is found.
 */

/** Kinds of values as exceljs numbers them (its `ValueType`, which only the package's entry has): a style that says nothing of numbers gets a format from it. */
export const VALUE_TYPES = { nothing: 0, number: 2, text: 3 } as const

/** What exceljs writes by itself. */
export interface Look {
  readonly height?: number
  readonly mergedTo?: number
}

/** What is in the file as its maker and time of making, and where it goes. */
export interface WriterOptions {
  /** Where the archive's bytes go. */
  readonly stream: Writable
  readonly creator: string
  readonly made: Date
}

/** What exceljs is told of a sheet when it begins. */
export interface WriterSheetOptions {
  /** In characters, one a column. */
  readonly widths: readonly number[]
  readonly pageSetup: Partial<PageSetup>
  readonly headerFooter: Partial<HeaderFooter>
  readonly views: Partial<WorksheetView>[]
}
export type { PageSetup }

/** A sheet whose rows exceljs writes, or somebody who knows better. */
export interface WriterSheet {
  /** Writes one row by exceljs, which knows of heights and merged cells and begins a sheet; the number of the row behind it. */
  addRow(values: readonly CellValue[], styles: readonly Partial<Style>[], look?: Look): number
  /** Writes rows that are XML already, and may be none; `nextRow` is the number of the one behind them. Not before exceljs has written a row. */
  writeRows(xml: string, nextRow: number): void
  /** How many bytes of the sheet the archive has not taken yet. */
  waitingBytes(): number
  /** Ends the sheet; nothing can be added any more. */
  commit(): void
}

/** A workbook that goes to a stream row by row, by exceljs. */
export function createExceljsWriter({ stream, creator, made }: WriterOptions) {
  const workbook = new WorkbookWriter({ stream, useStyles: true, useSharedStrings: false, creator, lastModifiedBy: creator, created: made, modified: made })
  const styleIds = new Map<Partial<Style>, number>()

  return {
    addSheet(name: string, { widths, ...options }: WriterSheetOptions): WriterSheet {
      const sheet = workbook.addWorksheet(name, options)
      sheet.columns = widths.map((width) => ({ width }))
      return writerSheet(sheet)
    },
    /** The number of a style in the workbook, asked for once; 0 is the workbook's own look. */
    styleIdOf(style: Partial<Style>, value: CellValue): number {
      let id = styleIds.get(style)
      // Private: the writer's list of styles, whose numbers are in the XML of cells.
      if (id === undefined) styleIds.set(style, (id = workbook.styles.addStyleModel(style, valueType(value))))
      return id
    },
    /** Resolves when the stream has all bytes. */
    async commit(): Promise<void> {
      await workbook.commit()
    },
  }
}

const valueType = (value: CellValue): number => (value === null ? VALUE_TYPES.nothing : typeof value === 'string' ? VALUE_TYPES.text : VALUE_TYPES.number)

function writerSheet(sheet: StreamedSheet): WriterSheet {
  return {
    addRow(values, styles, { height, mergedTo } = {}) {
      const row = sheet.addRow(values)
      for (let column = 0; column < values.length; column++) row.getCell(column + 1).style = styles[column] ?? {}
      if (height !== undefined) row.height = height
      if (mergedTo !== undefined && mergedTo > 1) sheet.mergeCells(row.number, 1, row.number, mergedTo)
      row.commit()
      return row.number + 1
    },
    writeRows(xml, nextRow) {
      // Private: the number that the writer gives its next row, where no row is open.
      // oxlint-disable-next-line no-underscore-dangle -- see above
      sheet._rowZero = nextRow
      // Private: the sheet's own stream, between two of the writer's rows. What it does is done before it answers; its
      // promise is that of the archive having it, and so much may wait there.
      if (xml !== '') void sheet.stream.write(xml)
    },
    waitingBytes() {
      // Private: where the sheet's XML waits for the archive. A stream of the readable-stream package has no public lengths.
      const [pipe] = sheet.stream.pipes
      if (!pipe) throw new Error('the sheet is not connected to its archive')
      // oxlint-disable-next-line no-underscore-dangle -- see above
      return pipe._writableState.length + pipe._readableState.length
    },
    commit: () => sheet.commit(),
  }
}
