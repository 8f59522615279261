/** The parts of exceljs's streaming writer that exceljsWriter.ts uses, as they are in 4.4.0. What it does not document is explained there. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type { Writable } from 'node:stream'
  import type { HeaderFooter, PageSetup as AnyPageSetup, Style, WorksheetView } from 'exceljs'

  /** Its enum of paper sizes is in the package's entry; 9 is A4. */
  export type PageSetup = Omit<AnyPageSetup, 'paperSize'> & { readonly paperSize: 9 }

  export interface StreamedCell {
    value: import('./cellValues.ts').CellValue
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
    addRow(values: readonly import('./cellValues.ts').CellValue[]): StreamedRow
    mergeCells(top: number, left: number, bottom: number, right: number): void
    commit(): void
    _rowZero: number
    readonly stream: {
      write(xml: string): Promise<unknown>
      readonly pipes: readonly { readonly _writableState: { readonly length: number }; readonly _readableState: { readonly length: number } }[]
    }
  }
  class WorkbookWriter {
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
    commit(): Promise<unknown>
  }
  export default WorkbookWriter
}
