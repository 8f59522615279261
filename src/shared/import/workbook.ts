import { fileMessages } from '../text/fileMessages.ts'
/** Maximum size of a workbook to import (bytes, `console.md` section 5). */
export const MAX_WORKBOOK_BYTES = 10 * 1024 * 1024

/** The message for a larger workbook (`console.md` section 5). */
export const WORKBOOK_TOO_LARGE = fileMessages.tooLarge(MAX_WORKBOOK_BYTES)

/** The message for a file that is not a workbook (`console.md` section 5, `wire.md` section 1). */
export const IMPORT_TYPES_MESSAGE = '文件类型不合法，请上传 .xlsx 文件'

/** Maximum length of a manually corrected cell (characters). */
export const MAX_CORRECTION = 500

/** Maximum length of a column's name (characters): an activity's topic with its number, and an answer. */
export const MAX_COLUMN_NAME = 220

/** The message for corrections of cells that such a workbook lacks. */
export const CORRECTIONS_MESSAGE = '改正的内容格式不正确'

/** The templates' second sheet, which explains the columns. */
export const EXPLANATIONS_SHEET = '填写说明'

/** One column of an exchanged workbook: its name in the template and accepted aliases. */
export interface SheetColumn {
  readonly name: string
  readonly aliases: readonly string[]
  readonly isRequired: boolean
  /** The template's width in characters, and its sample row's value. */
  readonly width: number
  readonly sample: string | number
  /** The drop-down list of a coded column. */
  readonly choices?: readonly string[]
  /** Older templates lack this column: the sample row is recognised without it. */
  readonly cameLater?: true
  /** One line for the template's sheet 填写说明. */
  readonly hint: string
}

/** Aliases of the place columns. */
export const placeAliases = {
  period: ['期', '期数'],
  zone: ['区域', '分区'],
  building: ['楼栋号', '幢', '栋', '幢号', '栋号', '楼号'],
  unit: ['单元号'],
  room: ['房屋号', '室号', '房间号', '房间', '门牌号'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** `房产登记_错误标注.xlsx`: suggested name for the marked copy of a refused file. */
export function markedFileName(name: string): string {
  return `${name.replace(/\.xlsx$/i, '').slice(0, 150)}_错误标注.xlsx`
}
