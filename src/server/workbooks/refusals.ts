import { Refusal } from '#shared/contract/refusals.ts'
import { quoted } from '#shared/import/refusals.ts'

/** Every way to refuse a whole workbook. */
export const refuse = {
  empty: () => new Refusal('file.empty'),
  tooLarge: () => new Refusal('workbook.tooLarge'),
  wrongName: () => new Refusal('workbook.wrongName'),
  contentDiffers: () => new Refusal('workbook.contentDiffers'),

  oldExcel: () => new Refusal('workbook.oldExcel'),
  webPage: () => new Refusal('workbook.webPage'),
  xmlTable: () => new Refusal('workbook.xmlTable'),
  plainText: () => new Refusal('workbook.plainText'),
  macros: () => new Refusal('workbook.macros'),
  binaryWorkbook: () => new Refusal('workbook.binary'),
  openDocument: () => new Refusal('workbook.openDocument'),
  noWorkbook: () => new Refusal('workbook.otherArchive'),
  encrypted: () => new Refusal('workbook.encrypted'),

  damaged: (cause?: unknown) => new Refusal('workbook.damaged', null, { cause }),
  unpackedTooLarge: () => new Refusal('workbook.unpackedTooLarge'),
  oddStructure: () => new Refusal('workbook.oddStructure'),
  timedOut: () => new Refusal('workbook.timedOut'),
  outOfMemory: () => new Refusal('workbook.outOfMemory'),
  tooComplex: () => new Refusal('workbook.tooComplex'),
  noAnswer: () => new Refusal('workbook.noAnswer'),
  cancelled: () => new Refusal('job.cancelled'),

  noVisibleSheet: () => new Refusal('workbook.noVisibleSheet'),
  noHeader: (missing: readonly string[], sheet: string, hasOtherSheets: boolean) => new Refusal('workbook.noHeader', { missing, sheet, hasOtherSheets }),
  sameColumnTwice: (column: string, headers: readonly string[]) => new Refusal('workbook.sameColumnTwice', { column, headers }),
  noRows: () => new Refusal('workbook.noRows'),
  tooManyRows: (limit: number) => new Refusal('workbook.tooManyRows', { limit }),
  tooManyMerges: () => new Refusal('workbook.tooManyMerges'),
} as const

const cannotMark = (): Refusal => new Refusal('workbook.cannotMark')

/** What is said where a file that was read cannot be marked. */
export const markingFailures = {
  timedOut: () => new Refusal('workbook.markingTimedOut'),
  outOfMemory: cannotMark,
  noAnswer: cannotMark,
  cancelled: refuse.cancelled,
} as const

/** A refusal stays what it is; whatever else a reader throws means a damaged file. */
export function asRefusal(cause: unknown): Refusal {
  return cause instanceof Refusal ? cause : refuse.damaged(cause)
}

/** Remarks on what was read all the same (`bad-input.md`, Workbooks). */
export const remark = {
  otherSheets: (count: number, read: string) => `文件中有${count}个工作表，只读取了第一个可见的工作表${quoted(read)}`,
  sampleRows: (rows: readonly number[], count: number) => `第${rows.join('、')}${count > rows.length ? `等${count}` : ''}行是模板的示例，没有导入`,
  hiddenRows: (count: number) => `有${count}行是隐藏的，也已读取`,
  otherColumn: (column: string, read: string, ignored: string) => `${quoted(read)}和${quoted(ignored)}两列都是${column}，读取的是${quoted(read)}`,
  doubtful: (message: string, rows: readonly number[], count: number) => `${message}：第${rows.join('、')}${count > rows.length ? `等${count}` : ''}行`,
} as const
