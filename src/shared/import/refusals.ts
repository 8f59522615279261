import { invalid, refusalPart, ruleSaysNo, tooLarge, wrongType } from '../contract/refusalPart.ts'
import type { UnknownColumns } from './columns.ts'
import type { ImportRefusal } from './contract.ts'
import { CORRECTIONS_MESSAGE, IMPORT_TYPES_MESSAGE, WORKBOOK_TOO_LARGE } from './workbook.ts'

const RESAVE = '请用 WPS/Excel 重新保存后再试'
const SAVE_AS = '请用 WPS/Excel 另存为 .xlsx 后再导入'
const INTO_TEMPLATE = '请复制数据到模板后再导入'

/** A name from a workbook, quoted and truncated to Excel's limit. */
export const quoted = (name: string): string => `“${name.length > 31 ? `${name.slice(0, 31)}…` : name}”`

/** A header that lacks columns required by an import. */
export interface MissingHeader extends UnknownColumns {
  /** `needed` by template name. */
  readonly missing: readonly string[]
  /** Whether `headerrow` was recognised as the header by other columns. */
  readonly isHeader: boolean
  readonly sheet: string
  readonly hasOtherSheets: boolean
}

/** Headers that claim one column with equal priority. */
export interface SameColumn extends UnknownColumns {
  readonly column: string
  readonly rivals: readonly string[]
}

function missingSentence({ missing, headerrow, isHeader, sheet, hasOtherSheets }: MissingHeader): string {
  const where = hasOtherSheets ? `（只读取第一个可见的工作表${quoted(sheet)}）` : ''
  const names = missing.join('、')
  return isHeader ? `第${headerrow}行是表头，只缺少列：${names}${where}。如果列名不同，请指明是哪一列` : `未找到表头，请使用模板。缺少列：${names}${where}`
}
const sameColumnSentence = ({ column, rivals }: SameColumn): string => `有多列都是${column}：${rivals.map(quoted).join('、')}。请只保留一列`

/** `data` of a refusal whose columns can be assigned manually. */
const unknownColumns = (message: string, { columns, needed, headerrow, headers }: UnknownColumns) => ({ message, columns, needed, headerrow, headers })

/**
 * All reasons to refuse a whole workbook (`bad-input.md`, Files and Workbooks).
 *
 * 413 for too much content, 415 for another file type, 402 for its content.
 */
export const workbookRefusals = refusalPart({
  'workbook.tooLarge': tooLarge(WORKBOOK_TOO_LARGE),
  'workbook.wrongName': wrongType(IMPORT_TYPES_MESSAGE),
  'workbook.contentDiffers': wrongType('文件内容与扩展名不符，请选择 .xlsx 文件'),
  'workbook.oldExcel': wrongType(`这是旧版 .xls 文件，${SAVE_AS}`),
  'workbook.webPage': wrongType(`文件内容是网页（HTML），不是 .xlsx 工作簿，${SAVE_AS}`),
  'workbook.xmlTable': wrongType(`文件内容是 XML 表格，不是 .xlsx 工作簿，${SAVE_AS}`),
  'workbook.plainText': wrongType(`文件内容是文本（CSV），不是 .xlsx 工作簿，${SAVE_AS}`),
  'workbook.macros': wrongType(`这是含宏的工作簿（.xlsm），${SAVE_AS}`),
  'workbook.binary': wrongType(`这是二进制工作簿（.xlsb），${SAVE_AS}`),
  'workbook.openDocument': wrongType(`这是 OpenDocument 文件（.ods），${SAVE_AS}`),
  'workbook.otherArchive': wrongType(`文件内容是压缩包，不是 .xlsx 工作簿，${SAVE_AS}`),
  'workbook.encrypted': ruleSaysNo('文件设有打开密码，无法读取。请取消密码后另存为 .xlsx 再导入'),

  'workbook.damaged': ruleSaysNo(`文件已损坏，无法读取，${RESAVE}`),
  'workbook.unpackedTooLarge': tooLarge('文件解压后过大，已拒绝导入'),
  'workbook.oddStructure': ruleSaysNo('文件结构异常，已拒绝'),
  'workbook.timedOut': ruleSaysNo(`文件过于复杂，解析超时。${INTO_TEMPLATE}`),
  'workbook.outOfMemory': ruleSaysNo(`文件过于复杂，占用内存过多。${INTO_TEMPLATE}`),
  'workbook.tooComplex': ruleSaysNo(`文件过于复杂，无法读取。${INTO_TEMPLATE}`),
  'workbook.noAnswer': ruleSaysNo(`读取文件时意外中断，${RESAVE}`),

  'workbook.noVisibleSheet': ruleSaysNo('文件中没有可见的工作表，请取消隐藏后再导入'),
  'workbook.noHeader': ruleSaysNo(missingSentence, { data: (missing: MissingHeader) => unknownColumns(missingSentence(missing), missing) }),
  'workbook.sameColumnTwice': ruleSaysNo(sameColumnSentence, { data: (same: SameColumn) => unknownColumns(sameColumnSentence(same), same) }),
  'workbook.mapping': invalid('列的对应关系格式不正确', { fields: ['mapping'] }),
  'workbook.corrections': invalid(CORRECTIONS_MESSAGE, { fields: ['corrections'] }),
  /** A correction of a row or column missing in the sheet: it was made for another file. */
  'workbook.correctionsDiffer': ruleSaysNo('改正的单元格不在这个文件中，请重新选择文件后再改'),
  'workbook.noRows': ruleSaysNo('文件中没有数据行'),
  'workbook.tooManyRows': ruleSaysNo(({ limit }: { readonly limit: number }) => `数据超过${limit}行，请分批导入`),
  'workbook.tooManyMerges': ruleSaysNo(`合并单元格过多，${INTO_TEMPLATE}`),
  'workbook.cannotMark': ruleSaysNo('无法在原文件中标注错误，请按页面上的错误列表修改'),
  'workbook.markingTimedOut': ruleSaysNo(`文件过于复杂，无法标注错误，${INTO_TEMPLATE}`),
  /** Invalid rows; nothing was written. */
  'workbook.wrongRows': ruleSaysNo(({ message }: ImportRefusal) => message, { data: (refusal: ImportRefusal) => refusal }),
})
