import ExcelJS, { type Column, type DataValidation, type Fill, type Worksheet } from 'exceljs'
import { deliverySheet } from '#shared/features/delivery/sheet.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import { EXPLANATIONS_SHEET, type SheetColumn } from '#shared/import/workbook.ts'

interface Sheet {
  readonly title: string
  readonly fileName: string
  readonly columns: Readonly<Record<string, SheetColumn>>
}

/** The workbooks that staff fill in. */
export const templates = { property: propertySheet, delivery: deliverySheet } as const satisfies Readonly<Record<string, Sheet>>
export type TemplateName = keyof typeof templates

/** Drop-down lists cover this many rows: on a whole column they make other readers walk a million cells. */
const LAST_ROW_WITH_CHOICES = 5_001

const headerFill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDCE6F4' } } as const satisfies Fill
const thin = { style: 'thin', color: { argb: 'FFB7C3D6' } } as const

/**
 * An empty workbook to fill in (`workbooks.md` sections 1 and 2).
 *
 * The header is frozen, with one sample row below; text columns are formatted as text down to the last row by the column's
 * style, so that a phone, an ID number or `3-1` stays as typed; the second sheet explains every column.
 */
export async function makeTemplate(name: TemplateName): Promise<Uint8Array<ArrayBuffer>> {
  const sheet: Sheet = templates[name]
  const columns = Object.values(sheet.columns)
  const workbook = new ExcelJS.Workbook()
  workbook.creator = '社区投票平台'
  addDataSheet(workbook.addWorksheet(sheet.title, { views: [{ state: 'frozen', ySplit: 1 }] }), columns)
  addExplanation(workbook.addWorksheet(EXPLANATIONS_SHEET), sheet.title, columns)
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function addDataSheet(worksheet: Worksheet, columns: readonly SheetColumn[]): void {
  worksheet.columns = columns.map((column): Partial<Column> => ({
    header: column.name,
    width: column.width,
    style: { numFmt: typeof column.sample === 'number' ? '0.00' : '@' },
  }))
  worksheet.addRow(columns.map(({ sample }) => (sample === '' ? null : sample)))
  const header = worksheet.getRow(1)
  header.height = 22
  columns.forEach((column, index) => {
    const cell = header.getCell(index + 1)
    cell.font = { bold: true, color: { argb: column.isRequired ? 'FFC00000' : 'FF1F1F1F' } }
    cell.fill = headerFill
    cell.alignment = { vertical: 'middle', horizontal: 'center' }
    cell.border = { bottom: thin, right: thin }
    if (column.choices !== undefined) addChoices(worksheet, index + 1, column)
  })
}

function addChoices(worksheet: Worksheet, columnNumber: number, { name, choices = [] }: SheetColumn): void {
  const letter = worksheet.getColumn(columnNumber).letter
  // exceljs documents `dataValidations` but omits it from its types; without it every row needs its own cell
  const { dataValidations } = worksheet as Worksheet & { readonly dataValidations: { add(range: string, validation: DataValidation): void } }
  dataValidations.add(`${letter}2:${letter}${LAST_ROW_WITH_CHOICES}`, {
    type: 'list',
    allowBlank: true,
    formulae: [`"${choices.join(',')}"`],
    showErrorMessage: true,
    errorStyle: 'stop',
    errorTitle: name,
    error: `请从下拉列表中选择：${choices.join('、')}`,
  })
}

function addExplanation(worksheet: Worksheet, title: string, columns: readonly SheetColumn[]): void {
  worksheet.columns = [{ width: 12 }, { width: 10 }, { width: 60 }, { width: 36 }]
  worksheet.addRow([`${title}填写说明`]).font = { bold: true, size: 14 }
  for (const line of [
    `1. 请在“${title}”工作表中填写，一行一条；第 2 行是示例，导入前请改成真实数据或删除。`,
    '2. 红色表头为必填列。表头的名称不要修改，列的先后可以调整，不用的选填列可以删除。',
    '3. 文本列已设为文本格式，手机号、证件号、房号会原样保留；从别处粘贴时请选择“只粘贴文本”。',
    '4. 全部正确才会导入；有错误时一行也不会写入，并会指出第几行哪一列。',
  ]) {
    worksheet.addRow([line])
  }
  worksheet.addRow([])
  const header = worksheet.addRow(['列名', '是否必填', '说明', '表头也可以写作'])
  header.font = { bold: true }
  header.eachCell((cell) => {
    cell.fill = headerFill
  })
  for (const { name, isRequired, hint, aliases } of columns) {
    const row = worksheet.addRow([name, isRequired ? '必填' : '选填', hint, aliases.join('、')])
    row.alignment = { vertical: 'top', wrapText: true }
  }
}
