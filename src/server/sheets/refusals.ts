import { Code, Refusal, ruleSaysNo } from '#shared/contract/envelope.ts'
import { IMPORT_TYPES_MESSAGE } from '#shared/import/workbook.ts'

const RESAVE = '请用 WPS/Excel 重新保存后再试'
const SAVE_AS = '请用 WPS/Excel 另存为 .xlsx 后再导入'
const INTO_TEMPLATE = '请复制数据到模板后再导入'

const wrongType = (sentence: string): Refusal => new Refusal(Code.wrongType, sentence)
const quoted = (name: string): string => `“${name.length > 31 ? `${name.slice(0, 31)}…` : name}”`

/**
 * Every reason to refuse a whole workbook, each with its own sentence (`bad-input.md`, Files and Workbooks).
 *
 * 400 for no content, 413 for too much of it, 415 for another kind of file, 402 for what stands inside.
 */
export const refuse = {
  empty: () => new Refusal(Code.invalid, '文件是空的，请重新选择'),
  tooLarge: () => new Refusal(Code.tooLarge, '大小不可超过10M'),
  wrongName: () => wrongType(IMPORT_TYPES_MESSAGE),
  contentDiffers: () => wrongType('文件内容与扩展名不符，请选择 .xlsx 文件'),

  oldExcel: () => wrongType(`这是旧版 .xls 文件，${SAVE_AS}`),
  webPage: () => wrongType(`文件内容是网页（HTML），不是 .xlsx 工作簿，${SAVE_AS}`),
  xmlTable: () => wrongType(`文件内容是 XML 表格，不是 .xlsx 工作簿，${SAVE_AS}`),
  plainText: () => wrongType(`文件内容是文本（CSV），不是 .xlsx 工作簿，${SAVE_AS}`),
  macros: () => wrongType(`这是含宏的工作簿（.xlsm），${SAVE_AS}`),
  binaryWorkbook: () => wrongType(`这是二进制工作簿（.xlsb），${SAVE_AS}`),
  openDocument: () => wrongType(`这是 OpenDocument 文件（.ods），${SAVE_AS}`),
  noWorkbook: () => wrongType(`文件内容是压缩包，不是 .xlsx 工作簿，${SAVE_AS}`),
  encrypted: () => ruleSaysNo('文件设有打开密码，无法读取。请取消密码后另存为 .xlsx 再导入'),

  damaged: (cause?: unknown) => because(ruleSaysNo(`文件已损坏，无法读取，${RESAVE}`), cause),
  unpackedTooLarge: () => new Refusal(Code.tooLarge, '文件解压后过大，已拒绝导入'),
  oddStructure: () => ruleSaysNo('文件结构异常，已拒绝'),
  timedOut: () => ruleSaysNo(`文件过于复杂，解析超时。${INTO_TEMPLATE}`),
  outOfMemory: () => ruleSaysNo(`文件过于复杂，占用内存过多。${INTO_TEMPLATE}`),
  tooComplex: () => ruleSaysNo(`文件过于复杂，无法读取。${INTO_TEMPLATE}`),
  noAnswer: () => ruleSaysNo(`读取文件时意外中断，${RESAVE}`),
  cancelled: () => ruleSaysNo('已取消，未写入任何数据'),

  noVisibleSheet: () => ruleSaysNo('文件中没有可见的工作表，请取消隐藏后再导入'),
  unreadableSheet: (sheet: string) => ruleSaysNo(`工作表${quoted(sheet)}中的数据无法识别，${RESAVE}`),
  noHeader: (missing: readonly string[], sheet: string, hasOtherSheets: boolean) =>
    ruleSaysNo(`未找到表头，请使用模板。缺少列：${missing.join('、')}${hasOtherSheets ? `（只读取第一个可见的工作表${quoted(sheet)}）` : ''}`),
  sameColumnTwice: (column: string, headers: readonly string[]) => ruleSaysNo(`有多列都是${column}：${headers.map(quoted).join('、')}。请只保留一列`),
  noRows: () => ruleSaysNo('文件中没有数据行'),
  tooManyRows: (limit: number) => ruleSaysNo(`数据超过${limit}行，请分批导入`),
  tooManyMerges: () => ruleSaysNo(`合并单元格过多，${INTO_TEMPLATE}`),
} as const

/** A refusal stays what it is; whatever else a reader throws means a damaged file. */
export function asRefusal(cause: unknown): Refusal {
  return cause instanceof Refusal ? cause : refuse.damaged(cause)
}

/** Keeps what went wrong for the log, out of the user's sight. */
function because(refusal: Refusal, cause: unknown): Refusal {
  if (cause !== undefined) refusal.cause = cause
  return refusal
}

/** Remarks on what was read all the same (`bad-input.md`, Workbooks). */
export const remark = {
  otherSheets: (count: number, read: string) => `文件中有${count}个工作表，只读取了第一个可见的工作表${quoted(read)}`,
  sampleRows: (rows: readonly number[], count: number) => `第${rows.join('、')}${count > rows.length ? `等${count}` : ''}行是模板的示例，没有导入`,
  hiddenRows: (count: number) => `有${count}行是隐藏的，也已读取`,
  otherColumn: (column: string, read: string, ignored: string) => `${quoted(read)}和${quoted(ignored)}两列都是${column}，读取的是${quoted(read)}`,
  doubtful: (message: string, rows: readonly number[], count: number) => `${message}：第${rows.join('、')}${count > rows.length ? `等${count}` : ''}行`,
} as const
