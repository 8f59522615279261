import { fileMessages } from '../text/fileMessages.ts'
/** The most bytes that a workbook to import may have (`console.md` section 5). */
export const MAX_WORKBOOK_BYTES = 10 * 1024 * 1024

/** The message of a workbook that is larger (`console.md` section 5). */
export const WORKBOOK_TOO_LARGE = fileMessages.tooLarge(MAX_WORKBOOK_BYTES)

/** The message of a file that is no workbook at all (`console.md` section 5, `wire.md` section 1). */
export const IMPORT_TYPES_MESSAGE = '文件类型不合法，请上传 .xlsx 文件'

/** The most characters of a cell that is put right by hand. */
export const MAX_CORRECTION = 500

/** The most characters of a column's name: an activity's topic with its number, and an answer. */
export const MAX_COLUMN_NAME = 220

/** The message of cells put right by hand that are none of such a workbook. */
export const CORRECTIONS_MESSAGE = '改正的内容格式不正确'

/** The templates' second sheet, which explains the columns. */
export const EXPLANATIONS_SHEET = '填写说明'

/** One column of a workbook that staff exchange: its name in the template and the names that are also accepted. */
export interface SheetColumn {
  readonly name: string
  readonly aliases: readonly string[]
  readonly isRequired: boolean
  /** The template's width in characters, and what its sample row shows. */
  readonly width: number
  readonly sample: string | number
  /** The drop-down list of a coded column. */
  readonly choices?: readonly string[]
  /** Templates from before the program knew of it lack the column: the sample row is known without it. */
  readonly cameLater?: true
  /** One line for the template's sheet 填写说明. */
  readonly hint: string
}

/** Other names of the columns that tell a place. */
export const placeAliases = {
  period: ['期', '期数'],
  zone: ['区域', '分区'],
  building: ['楼栋号', '幢', '栋', '幢号', '栋号', '楼号'],
  unit: ['单元号'],
  room: ['房屋号', '室号', '房间号', '房间', '门牌号'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** `房产登记_错误标注.xlsx`: what the marked copy of a refused file is called at first. */
export function markedFileName(name: string): string {
  return `${name.replace(/\.xlsx$/i, '').slice(0, 150)}_错误标注.xlsx`
}
