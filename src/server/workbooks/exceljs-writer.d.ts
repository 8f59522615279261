/**
 * The parts of exceljs's streaming writer that are used here, as they are in 4.4.0.
 *
 * Imported by its own path: the package's entry loads ten times the code.
 */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type { Writable } from 'node:stream'
  import type { HeaderFooter, PageSetup as AnyPageSetup, Style, WorksheetView } from 'exceljs'

  /** Its enum of paper sizes is in the package's entry; 9 is A4. */
  export type PageSetup = Omit<AnyPageSetup, 'paperSize'> & { readonly paperSize: 9 }

  export interface FormulaValue {
    readonly formula: string
    readonly result: number
  }
  export type CellValue = string | number | null | FormulaValue
  export interface StreamedCell {
    value: CellValue
    /** Shared by many cells: the writer looks a style up by its identity, and a new one each time costs twice the time. */
    style: Partial<Style>
  }
  export interface StreamedRow {
    height: number
    readonly number: number
    getCell(column: number): StreamedCell
    commit(): void
  }
  export interface StreamedSheet {
    columns: readonly { readonly width: number }[]
    addRow(values: readonly CellValue[]): StreamedRow
    mergeCells(top: number, left: number, bottom: number, right: number): void
    commit(): void
    /** The number of the row that the writer would write next, where no row is open. */
    _rowZero: number
    readonly stream: {
      /** Takes XML of rows between two rows of the writer's own; what it does is done before it answers. */
      write(xml: string): Promise<unknown>
      /** Where the sheet's XML waits for the archive: a stream of the readable-stream package, which has no public lengths. */
      readonly pipes: readonly { readonly _writableState: { readonly length: number }; readonly _readableState: { readonly length: number } }[]
    }
  }
  class WorkbookWriter {
    /** The number of a style in the workbook; 0 is the workbook's own look. */
    readonly styles: { addStyleModel(style: Partial<Style>, valueType: number): number }
    constructor(options: {
      stream: Writable
      useStyles: boolean
      useSharedStrings: boolean
      creator: string
      lastModifiedBy: string
      created: Date
      modified: Date
    })
    addWorksheet(name: string, options: { pageSetup: Partial<PageSetup>; headerFooter: Partial<HeaderFooter>; views: Partial<WorksheetView>[] }): StreamedSheet
    /** Resolves when the stream has all bytes. */
    commit(): Promise<unknown>
  }
  export default WorkbookWriter
}
