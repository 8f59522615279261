/**
 * The two parts of exceljs's streaming reader that are used here, as they are in 4.4.0.
 *
 * Its WorkbookReader wraps them for a whole archive, but unpacks by itself without a limit, cuts characters at chunk
 * borders, writes personal data to temporary files and loads ten times the code.
 */
declare module 'exceljs/lib/utils/parse-sax.js' {
  type SaxEvent =
    | { readonly eventType: 'opentag' | 'closetag'; readonly value: { readonly name: string; readonly attributes: Readonly<Record<string, string>> } }
    | { readonly eventType: 'text'; readonly value: string }
  /** Gives the events of each chunk; throws on XML that is not well-formed, but not on one that ends too early. */
  const parseSax: (chunks: AsyncIterable<string>) => AsyncIterable<readonly SaxEvent[]>
  export default parseSax
}

declare module 'exceljs/lib/stream/xlsx/worksheet-reader.js' {
  export interface StreamCell {
    readonly value: unknown
    /** Of a formula. */
    readonly result: unknown
    readonly numFmt: string | undefined
  }
  export interface StreamRow {
    readonly number: number
    findCell(column: number): StreamCell | undefined
    eachCell(visit: (cell: StreamCell, column: number) => void): void
  }
  interface StreamWorkbook {
    /** Undefined: a shared string comes as `{ sharedString: index }`. */
    readonly sharedStrings: undefined
    readonly styles: { getStyleModel(id: number): { readonly numFmt: string } | undefined }
    readonly properties: { readonly model: { readonly date1904: boolean } }
  }
  class WorksheetReader {
    constructor(source: { workbook: StreamWorkbook; id: number; iterator: AsyncIterable<string>; options: { worksheets: 'emit' } })
    parse(): AsyncIterable<readonly { readonly eventType: string; readonly value: StreamRow }[]>
  }
  export default WorksheetReader
}
