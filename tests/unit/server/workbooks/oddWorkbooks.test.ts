import { describe, expect, it, vi } from 'vitest'
import { formatTime } from '../../../../src/shared/contract/values.ts'
import { MAIN, packedWorkbook, STRICT, STRICT_MAIN, TRANSITIONAL, type PackedParts } from '../../../support/workbooks/packed.ts'
import { newReader } from './support.ts'

// The first one starts the worker; the machine may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 })

const reader = newReader()
const NAMES = ['分期', '楼栋', '房号', '面积', '产权人', '手机号']
const HOUSE = ['一期', '3栋', '1201', '89.5', '张三', '13800138000']

const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const rowOf = (number: number, ...cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`
const texts = (number: number, ...cells: readonly string[]): string => rowOf(number, ...cells.map(inline))
const sheetOf = (rows: string, { before = '', after = '' } = {}): string =>
  `<worksheet xmlns="${MAIN}" xmlns:r="${TRANSITIONAL}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
const merges = (...ranges: readonly string[]): string => `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`

const read = async (parts: PackedParts) => reader.read({ bytes: await packedWorkbook(parts), fileName: '房产.xlsx', kind: 'property' })
/** The one house that a workbook holds, and where its header stands. */
async function property(parts: PackedParts) {
  const { rows, errors, header } = await read(parts)
  expect(errors).toEqual([])
  expect(rows).toHaveLength(1)
  return { ...rows[0], headerRow: header.row, columns: header.columns }
}
const RIGHT = { period: '一期', building: '3栋', room: '1201', areaHundredths: 8_950, ownerName: '张三', phone: '13800138000' }

describe('a sheet as offices make it', () => {
  it('may have suffixes in its header', async () => {
    const rows = texts(1, '分期（必填）', '楼栋 *', '房号:', '面积（㎡）', '产权人姓名', '联系电话（必填）') + texts(2, ...HOUSE)
    expect(await property({ sheet: sheetOf(rows) })).toMatchObject({ ...RIGHT, headerRow: 1, columns: { 面积: 4, 手机号: 6 } })
  })

  it('may have titles above its header, merged over all columns', async () => {
    const rows = texts(1, '翠湖花园房产登记表') + texts(2, '填表人：李四', '', '', '2026年5月') + texts(4, ...NAMES) + texts(5, ...HOUSE)
    expect(await property({ sheet: sheetOf(rows, { after: merges('A1:F1', 'A2:C3', 'D2:F3') }) })).toMatchObject({ ...RIGHT, row: 5, headerRow: 4 })
  })

  it('may have frozen panes and hidden columns, whose cells are read', async () => {
    const before =
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="2" max="3" width="0" hidden="1" customWidth="1"/><col min="7" max="16384" width="9" hidden="1"/></cols>'
    expect(await property({ sheet: sheetOf(texts(1, ...NAMES) + texts(2, ...HOUSE), { before }) })).toMatchObject(RIGHT)
  })

  it('may have a header of two rows, some cells merged downwards and others divided', async () => {
    const rows = texts(1, '分期', '楼栋', '房号', '面积', '产权人信息') + texts(2, '', '', '', '', '姓名', '电话') + texts(3, ...HOUSE)
    const after = merges('A1:A2', 'B1:B2', 'C1:C2', 'D1:D2', 'E1:F1')
    expect(await property({ sheet: sheetOf(rows, { after }) })).toMatchObject({ ...RIGHT, row: 3, headerRow: 2, columns: { 分期: 1, 产权人: 5, 手机号: 6 } })
  })

  it('may have a header that is merged over two rows, or over two columns', async () => {
    const tall = texts(1, ...NAMES) + texts(3, ...HOUSE)
    expect(await property({ sheet: sheetOf(tall, { after: merges(...Array.from('ABCDEF', (letter) => `${letter}1:${letter}2`)) }) })).toMatchObject(RIGHT)
    const wide = texts(1, '分期', '', ...NAMES.slice(1)) + texts(2, '一期', '', ...HOUSE.slice(1))
    expect(await property({ sheet: sheetOf(wide, { after: merges('A1:B1') }) })).toMatchObject(RIGHT)
  })

  it('that has no header but a title over its columns is told which columns are missing', async () => {
    const rows = texts(1, '分期') + texts(2, ...HOUSE)
    await expect(read({ sheet: sheetOf(rows, { after: merges('A1:A2') }) })).rejects.toThrow('未找到表头，请使用模板。缺少列：楼栋、房号、面积、产权人、手机号')
  })
})

describe('a workbook as programs write it', () => {
  const plain = sheetOf(texts(1, ...NAMES) + texts(2, ...HOUSE))
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${TRANSITIONAL}"><sheets><sheet name="登记" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const prefixed = (xml: string): string => xml.replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')

  it('may be of the strict edition, whose namespaces are others', async () => {
    const strict = (xml: string): string => xml.replaceAll(MAIN, STRICT_MAIN).replaceAll(TRANSITIONAL, STRICT)
    expect(await property({ sheet: strict(plain), workbook: strict(workbook), relationBase: STRICT })).toMatchObject(RIGHT)
  })

  it('may have a prefix before every element of every part', async () => {
    const cells = HOUSE.map((_, index) => `<c t="s"><v>${index}</v></c>`)
    const table = `<sst xmlns="${MAIN}">${HOUSE.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`
    const sheet = sheetOf(texts(1, ...NAMES) + rowOf(2, ...cells))
    expect(await property({ sheet: prefixed(sheet), workbook: prefixed(workbook), sharedStrings: prefixed(table) })).toMatchObject(RIGHT)
  })

  it('may mix shared, inline, rich and formula texts, with reading aids beside them', async () => {
    const table = `<sst xmlns="${MAIN}"><si><t>一期</t></si><si><r><rPr><b/></rPr><t>张</t></r><r><t xml:space="preserve">三 </t></r><rPh sb="0" eb="1"><t>zhang</t></rPh><phoneticPr fontId="1"/></si></sst>`
    const cells = [
      '<c t="s"><v>0</v></c>',
      '<c t="inlineStr"><is><r><t>3</t></r><r><t>栋</t></r><rPh sb="0" eb="1"><t>dong</t></rPh></is></c>',
      '<c t="str"><f>"12"&amp;"01"</f><v>1201</v></c>',
      '<c><f>80+9.5</f><v>89.5</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c><v>13800138000</v></c>',
    ]
    expect(await property({ sheet: sheetOf(texts(1, ...NAMES) + rowOf(2, ...cells)), sharedStrings: table })).toMatchObject(RIGHT)
  })

  it('may hold a date in the strict edition’s own form, errors, and formulas without a result, which are told', async () => {
    const cells = [
      '<c t="b"><v>1</v></c>',
      '<c t="d"><v>2026-03-01</v></c>',
      '<c t="e"><v>#N/A</v></c>',
      '<c><f>A1*2</f></c>',
      '<c t="s"><v>99</v></c>',
      '<c t="b"><f>1=2</f><v>0</v></c>',
    ]
    const { errors, preview } = await read({ sheet: sheetOf(texts(1, ...NAMES) + rowOf(2, ...cells)) })
    expect(preview.rows[0]?.cells[0]).toBe('TRUE')
    expect(errors.map(({ column, message }) => `${column}：${message}`)).toEqual([
      '楼栋：被识别为日期，请设为文本',
      '房号：公式计算出错，请改为填写数值',
      '面积：公式没有保存计算结果，请用 WPS/Excel 打开并保存后再导入',
      '产权人：单元格内容已丢失，请重新填写',
      '手机号：手机号须为11位数字，没有手机号请填 11111111111',
    ])
  })

  it('with a document type is refused, whatever it says', async () => {
    const sheet = `<!DOCTYPE worksheet [<!ENTITY a "b">]>${plain}`
    await expect(read({ sheet })).rejects.toThrow('文件已损坏，无法读取')
  })
})

describe('a date', () => {
  const DELIVERY = ['一期', '3栋', '1201', '上门']
  const timeOf = async (cell: string, properties: string): Promise<string | undefined> => {
    const rows = texts(1, '分期', '楼栋', '房号', '送达方式', '送达时间') + rowOf(2, ...DELIVERY.map(inline), cell)
    const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${TRANSITIONAL}"><workbookPr ${properties}/><sheets><sheet name="登记" sheetId="1" r:id="rId1"/></sheets></workbook>`
    const bytes = await packedWorkbook({ sheet: sheetOf(rows), workbook })
    const { rows: read, errors } = await reader.read({ bytes, fileName: '送达.xlsx', kind: 'notification' })
    expect(errors).toEqual([])
    return read[0] && formatTime(read[0].deliveredAt)
  }

  it.each([
    ['counted from 1900', '<c s="1"><v>46143.395833333336</v></c>', ''],
    ['counted from 1904', '<c s="1"><v>44681.395833333336</v></c>', 'date1904="1"'],
    ['that a formula gives, counted from 1904', '<c s="1"><f>NOW()</f><v>44681.395833333336</v></c>', 'date1904="true"'],
    ['in the strict edition’s own form, in either calendar', '<c t="d"><v>2026-05-01T09:30:00</v></c>', 'date1904="1"'],
  ])('%s is the moment that the clock showed', async (_name, cell, properties) => {
    expect(await timeOf(cell, properties)).toBe('2026-05-01 09:30:00')
  })
})
