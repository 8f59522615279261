import { defaultStyles, MAIN, packedWorkbook, STRICT, STRICT_MAIN, TRANSITIONAL, type PackedParts } from './packed.ts'

/** A workbook of one valid property, as an office or a program may write it. */
export interface OddWorkbook {
  readonly name: string
  readonly parts: PackedParts
  /** The rows of its header and its property, and the meaningful columns. */
  readonly headerRow: number
  readonly row: number
  readonly columns?: Readonly<Record<string, number>>
}

export const NAMES = ['分期', '楼栋', '房号', '面积', '产权人', '手机号']
export const PROPERTY = ['一期', '3栋', '1201', '89.5', '张三', '13800138000']
/** The property in each of {@link oddWorkbooks}. */
export const RIGHT = { period: '一期', building: '3栋', room: '1201', areaHundredths: 8_950, ownerName: '张三', phone: '13800138000' }

export const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
export const rowOf = (number: number, ...cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`
export const texts = (number: number, ...cells: readonly string[]): string => rowOf(number, ...cells.map(inline))
export const sheetOf = (rows: string, { before = '', after = '' } = {}): string =>
  `<worksheet xmlns="${MAIN}" xmlns:r="${TRANSITIONAL}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
export const merges = (...ranges: readonly string[]): string => `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`

const plain = sheetOf(texts(1, ...NAMES) + texts(2, ...PROPERTY))
const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${TRANSITIONAL}"><sheets><sheet name="登记" sheetId="1" r:id="rId1"/></sheets></workbook>`
const prefixed = (xml: string): string => xml.replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
const strict = (xml: string): string => xml.replaceAll(MAIN, STRICT_MAIN).replaceAll(TRANSITIONAL, STRICT)

/** Sheets as made by offices. */
const madeByOffices: readonly OddWorkbook[] = [
  {
    name: 'suffixes in its header',
    parts: { sheet: sheetOf(texts(1, '分期（必填）', '楼栋 *', '房号:', '面积（㎡）', '产权人姓名', '联系电话（必填）') + texts(2, ...PROPERTY)) },
    headerRow: 1,
    row: 2,
    columns: { 面积: 4, 手机号: 6 },
  },
  {
    name: 'titles above its header, merged over all columns',
    parts: {
      sheet: sheetOf(texts(1, '翠湖花园房产登记表') + texts(2, '填表人：李四', '', '', '2026年5月') + texts(4, ...NAMES) + texts(5, ...PROPERTY), {
        after: merges('A1:F1', 'A2:C3', 'D2:F3'),
      }),
    },
    headerRow: 4,
    row: 5,
  },
  {
    name: 'frozen panes and hidden columns, whose cells are read',
    parts: {
      sheet: sheetOf(texts(1, ...NAMES) + texts(2, ...PROPERTY), {
        before:
          '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="2" max="3" width="0" hidden="1" customWidth="1"/><col min="7" max="16384" width="9" hidden="1"/></cols>',
      }),
    },
    headerRow: 1,
    row: 2,
  },
  {
    name: 'a header of two rows, some cells merged downwards and others divided',
    parts: {
      sheet: sheetOf(texts(1, '分期', '楼栋', '房号', '面积', '产权人信息') + texts(2, '', '', '', '', '姓名', '电话') + texts(3, ...PROPERTY), {
        after: merges('A1:A2', 'B1:B2', 'C1:C2', 'D1:D2', 'E1:F1'),
      }),
    },
    headerRow: 2,
    row: 3,
    columns: { 分期: 1, 产权人: 5, 手机号: 6 },
  },
  {
    name: 'a header that is merged over two rows',
    parts: { sheet: sheetOf(texts(1, ...NAMES) + texts(3, ...PROPERTY), { after: merges(...Array.from('ABCDEF', (letter) => `${letter}1:${letter}2`)) }) },
    headerRow: 1,
    row: 3,
  },
  {
    name: 'a header that is merged over two columns',
    parts: {
      sheet: sheetOf(texts(1, '分期', '', ...NAMES.slice(1)) + texts(2, '一期', '', ...PROPERTY.slice(1)), { after: merges('A1:B1', 'G1:H1') }),
    },
    headerRow: 1,
    row: 2,
    columns: { 分期: 1, 楼栋: 3, 手机号: 7 },
  },
]

/** Workbooks as written by programs. */
const writtenByPrograms: readonly OddWorkbook[] = [
  {
    name: 'the namespaces of the strict edition',
    parts: { sheet: strict(plain), workbook: strict(workbook), styles: strict(defaultStyles), relationBase: STRICT },
    headerRow: 1,
    row: 2,
  },
  {
    name: 'a prefix before every element of every part',
    parts: {
      sheet: prefixed(sheetOf(texts(1, ...NAMES) + rowOf(2, ...PROPERTY.map((_, index) => `<c t="s"><v>${index}</v></c>`)))),
      workbook: prefixed(workbook),
      styles: prefixed(defaultStyles),
      sharedStrings: prefixed(`<sst xmlns="${MAIN}">${PROPERTY.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`),
    },
    headerRow: 1,
    row: 2,
  },
  {
    name: 'shared, inline, rich and formula texts, with reading aids beside them',
    parts: {
      sheet: sheetOf(
        texts(1, ...NAMES) +
          rowOf(
            2,
            '<c t="s"><v>0</v></c>',
            '<c t="inlineStr"><is><r><t>3</t></r><r><t>栋</t></r><rPh sb="0" eb="1"><t>dong</t></rPh></is></c>',
            '<c t="str"><f>"12"&amp;"01"</f><v>1201</v></c>',
            '<c><f>80+9.5</f><v>89.5</v></c>',
            '<c t="s"><v>1</v></c>',
            '<c><v>13800138000</v></c>',
          ),
      ),
      sharedStrings: `<sst xmlns="${MAIN}"><si><t>一期</t></si><si><r><rPr><b/></rPr><t>张</t></r><r><t xml:space="preserve">三 </t></r><rPh sb="0" eb="1"><t>zhang</t></rPh><phoneticPr fontId="1"/></si></sst>`,
    },
    headerRow: 1,
    row: 2,
  },
]

export const oddWorkbooks: readonly OddWorkbook[] = [...madeByOffices, ...writtenByPrograms]

/** Notations of 2026-05-01 09:30:00: a cell, and the attributes of `<workbookPr>` that it needs. */
export const writtenDates = [
  ['counted from 1900', '<c s="1"><v>46143.395833333336</v></c>', ''],
  ['counted from 1904', '<c s="1"><v>44681.395833333336</v></c>', 'date1904="1"'],
  ['that a formula gives, counted from 1904', '<c s="1"><f>NOW()</f><v>44681.395833333336</v></c>', 'date1904="true"'],
  ['in the strict edition’s own form, in either calendar', '<c t="d"><v>2026-05-01T09:30:00</v></c>', 'date1904="1"'],
] as const

/** A workbook of one valid delivery at that time. */
export function deliveryAt(cell: string, properties: string): Promise<Uint8Array> {
  const rows = texts(1, '分期', '楼栋', '房号', '送达方式', '送达时间') + rowOf(2, ...['一期', '3栋', '1201', '上门'].map(inline), cell)
  return packedWorkbook({ sheet: sheetOf(rows), workbook: workbook.replace('<sheets>', `<workbookPr ${properties}/><sheets>`) })
}

/** A row in which almost every cell is not text. */
export const FAULTY = rowOf(
  2,
  '<c t="b"><v>1</v></c>',
  '<c t="d"><v>2026-03-01</v></c>',
  '<c t="e"><v>#N/A</v></c>',
  '<c><f>A1*2</f></c>',
  '<c t="s"><v>99</v></c>',
  '<c t="b"><f>1=2</f><v>0</v></c>',
)
