import ExcelJS from 'exceljs'
import { describe, expect, it, vi } from 'vitest'
import { makeTemplate } from '../../../../src/main/files/template.ts'
import type { HeaderPlace } from '../../../../src/server/workbooks/interpretRows.ts'
import { MAX_ROW_ERRORS, type WrongCell } from '../../../../src/shared/import/contract.ts'
import { handMade, row, sharedStringsXml, type HandMade } from '../../../support/workbooks/handMade.ts'
import { MARKED, partOf } from './markedParts.ts'
import { newReader, shared } from './support.ts'

// The first one starts the worker, on a machine busy with other tests.
vi.setConfig({ testTimeout: 60_000 })

const reader = newReader()
const forEver = new AbortController().signal
const wrong = (row: number, column: string, message: string): WrongCell => ({ row, column, message })

/** Reads a workbook as an import does, and has it marked: with the given errors, or those found. */
async function mark(bytes: Uint8Array, errors?: readonly WrongCell[]): Promise<Uint8Array> {
  const read = await reader.read({ bytes, fileName: '房产.xlsx', kind: 'property' })
  return reader.mark({ bytes, header: read.header, errors: errors ?? read.errors, signal: forEver })
}

async function load(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes.slice().buffer)
  return workbook
}
const firstSheet = async (bytes: Uint8Array): Promise<ExcelJS.Worksheet> => {
  const [sheet] = (await load(bytes)).worksheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}

const SHEET = 'xl/worksheets/sheet1.xml'

const bytesOf = async (workbook: ExcelJS.Workbook): Promise<Uint8Array> => new Uint8Array(await workbook.xlsx.writeBuffer())
type Value = string | number | Date | null
function workbookOf(rows: readonly (readonly Value[])[]): ExcelJS.Workbook {
  const workbook = new ExcelJS.Workbook()
  workbook.addWorksheet('房产').addRows(rows.map((cells) => [...cells]))
  return workbook
}

const fillOf = (cell: ExcelJS.Cell): string | undefined => (cell.fill?.type === 'pattern' ? cell.fill.fgColor?.argb : undefined)
const markedCells = (sheet: ExcelJS.Worksheet): string[] => {
  const found: string[] = []
  sheet.eachRow((cells) => cells.eachCell({ includeEmpty: true }, (cell) => void (fillOf(cell) === MARKED && found.push(cell.address))))
  return found
}

const header = ['期', '楼栋*', '房号', '面积', '业主姓名', '电话']
const property = (room: string, phone = '13800138000'): Value[] => ['一期', '3栋', room, 89.5, '张三', phone]

describe('a marked workbook', () => {
  it('has the reasons in an added column, and coloured cells in columns found by alias', async () => {
    const marked = await mark(await bytesOf(workbookOf([header, property('1201', '138'), property('1202'), ['一期', '3栋', '', 70, '', '13800138000']])))
    const sheet = await firstSheet(marked)
    expect([1, 2, 3, 4].map((number) => sheet.getCell(`G${number}`).value)).toEqual([
      '错误原因',
      '手机号：手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111',
      null,
      '房号：请输入房屋号；产权人：请输入产权人姓名',
    ])
    expect(markedCells(sheet)).toEqual(['G1', 'F2', 'G2', 'C4', 'E4', 'G4'])
    expect(sheet.getCell('F2').value).toBe('138')
    expect(sheet.getColumn(7).width).toBe(60)
  })

  it('keeps everything else: text formats, dates, formulas, lists, merges, widths, frozen panes, other sheets', async () => {
    const workbook = workbookOf([header, property('1201', '138')])
    const sheet = workbook.worksheets[0]
    if (sheet === undefined) throw new Error('no sheet')
    sheet.views = [{ state: 'frozen', xSplit: 0, ySplit: 1 }]
    sheet.getColumn(6).numFmt = '@'
    sheet.getCell('F2').numFmt = '@'
    sheet.getColumn(3).width = 33
    sheet.getCell('D2').value = { formula: '40+49.5', result: 89.5 }
    sheet.getCell('K4').value = new Date(Date.UTC(2026, 4, 1))
    sheet.mergeCells('J6:K7')
    sheet.getCell('A2').dataValidation = { type: 'list', formulae: ['"一期,二期"'] }
    workbook.addWorksheet('说明').getCell('A1').value = '<原样>&"保留"\n二'
    const marked = await load(await mark(await bytesOf(workbook)))
    const after = marked.worksheets[0]
    expect(after?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(after?.getCell('F2').numFmt).toBe('@')
    expect(after && fillOf(after.getCell('F2'))).toBe(MARKED)
    expect(after?.getColumn(3).width).toBe(33)
    expect(after?.getCell('D2').value).toEqual({ formula: '40+49.5', result: 89.5 })
    expect(after?.getCell('K4').value).toEqual(new Date(Date.UTC(2026, 4, 1)))
    expect(after?.getCell('K7').isMerged).toBe(true)
    expect(after?.getCell('A2').dataValidation).toMatchObject({ type: 'list' })
    expect(marked.getWorksheet('说明')?.getCell('A1').value).toBe('<原样>&"保留"\n二')
  })

  it('reuses its column in the second round, and clears resolved reasons', async () => {
    const once = await mark(await bytesOf(workbookOf([header, property('1', '1'), property('2', '2')])), [
      wrong(2, '手机号', '一'),
      wrong(3, '手机号', '二'),
      wrong(0, '', '整张表'),
    ])
    expect((await firstSheet(once)).getCell('G1').value).toBe('错误原因：整张表')
    const sheet = await firstSheet(await mark(once, [wrong(3, '房号', '三')]))
    expect(['G1', 'G2', 'G3', 'H1'].map((address) => sheet.getCell(address).value)).toEqual(['错误原因', null, '房号：三', null])
  })

  it('keeps cells without a header through a second round, also in correct rows', async () => {
    const noted = workbookOf([header, property('1', '1'), property('2'), property('3'), [...property('4'), '待核实']])
    const calculated = noted.worksheets[0]?.getCell('H4')
    if (calculated) calculated.value = { formula: 'D4*2' }
    const once = await mark(await bytesOf(noted))
    expect((await firstSheet(once)).getCell('I2').text).toContain('手机号')
    const sheet = await firstSheet(await mark(once, [wrong(3, '房号', '三')]))
    expect(['G5', 'I1', 'I2', 'I3'].map((address) => sheet.getCell(address).value)).toEqual(['待核实', '错误原因', null, '房号：三'])
    expect(sheet.getCell('H4').formula).toBe('D4*2')
  })

  it('is marked in the first visible sheet, below its title, also in rows missing in the file', async () => {
    const workbook = new ExcelJS.Workbook()
    workbook.addWorksheet('隐藏', { state: 'hidden' }).addRow(header)
    workbook.addWorksheet('可见').addRows([['某小区房产'], header, [], property('1')])
    const marked = await load(await mark(await bytesOf(workbook), [wrong(3, '分期', '空行'), wrong(12, '', '末行之后'), wrong(0, '', '整张表')]))
    expect(marked.getWorksheet('隐藏')?.getCell('G1').value).toBeNull()
    const sheet = marked.getWorksheet('可见')
    expect([1, 2, 3, 4, 12].map((number) => sheet?.getCell(`G${number}`).value)).toEqual([null, '错误原因：整张表', '分期：空行', null, '末行之后'])
    expect(sheet?.getCell('A4').value).toBe('一期')
  })

  it('is marked under a header with a suffix, as it was read', async () => {
    const named = ['分期（必填）', '楼栋', '房号', '面积（必填）', '产权人：', '手机号 *']
    const sheet = await firstSheet(await mark(await bytesOf(workbookOf([named, ['一期', '3栋', '1201', 'abc', '张三', '13800138000']]))))
    expect(markedCells(sheet)).toEqual(['G1', 'D2', 'G2'])
    expect(sheet.getCell('G2').value).toBe('面积：面积必须是大于0的数字，最多两位小数')
  })

  it('shows typed text as text: no markup, formulas or control characters', async () => {
    const marked = await mark(await bytesOf(workbookOf([header, property('1')])), [wrong(2, '备注"<x>', '=1+1 & <b> \u0000\u0008 𠮷 ]]>')])
    expect((await firstSheet(marked)).getCell('G2').value).toBe('备注"<x>：=1+1 & <b>  𠮷 ]]>')
  })

  it('may be the template itself', async () => {
    const workbook = await load(await makeTemplate('property'))
    const cell = workbook.worksheets[0]?.getCell('F2')
    if (cell) cell.value = '房号一定不能超过二十个字符否则就是写错了'.repeat(2)
    const sheet = await firstSheet(await mark(await bytesOf(workbook)))
    expect(sheet.getCell('O2').value).toBe('房号：房号不能超过20个字符')
    expect(markedCells(sheet)).toEqual(['O1', 'F2', 'O2'])
    expect(sheet.getCell('F2').numFmt).toBe('@')
  })

  it('can be imported once the cells are corrected', async () => {
    const workbook = await load(await mark(await bytesOf(workbookOf([header, property('1201', '138')]))))
    const cell = workbook.worksheets[0]?.getCell('F2')
    if (cell) cell.value = '13800138000'
    const again = await reader.read({ bytes: await bytesOf(workbook), fileName: '房产.xlsx', kind: 'property' })
    expect(again.errors).toEqual([])
    expect(again.preview.ignored).toEqual(['错误原因'])
  })
})

describe('marking an odd workbook', () => {
  const rows = row(1, header) + row(2, ['一期', '3栋', '1', 1, '张', '1'])
  const oddSheet = (parts: { readonly before?: string; readonly after?: string; readonly rows?: string }, more: HandMade = {}): Uint8Array =>
    handMade({ sheets: [{ rows, ...parts }], ...more })
  /** The addresses of the reasons' header and of the reasons. */
  const reasons = async (marked: Uint8Array): Promise<(string | undefined)[]> =>
    [
      ...(await partOf(marked, SHEET)).matchAll(
        /<(?:x:)?c r="([A-Z]+\d+)"[^>]* t="inlineStr"><(?:x:)?is><(?:x:)?t xml:space="preserve">(?:手机号：|错误原因)/g,
      ),
    ].map(([, address]) => address)

  it('does not iterate a merge or a list over a million rows', async () => {
    const after =
      '<mergeCells count="1"><mergeCell ref="H1:Z1048576"/></mergeCells><dataValidations count="1"><dataValidation type="list" sqref="A1:T1048576"><formula1>"a"</formula1></dataValidation></dataValidations>'
    const marked = await mark(oddSheet({ after }))
    expect(await partOf(marked, SHEET)).toContain(after.replaceAll('"a"', '"a"'))
    expect(await reasons(marked)).toEqual(['G1', 'G2'])
  })

  it('uses a free column for the reasons if the last one is occupied', async () => {
    const marked = await mark(oddSheet({ rows: rows.replace('</row><row r="2"', '<c r="XFD1"><v>1</v></c></row><row r="2"') }))
    expect(await reasons(marked)).toEqual(['G1', 'G2'])
  })

  it('shows the reasons beside hidden columns by splitting their range', async () => {
    const marked = await mark(oddSheet({ before: '<cols><col min="1" max="16384" width="9" style="0" hidden="1"/></cols>' }))
    expect([...(await partOf(marked, SHEET)).matchAll(/<col [^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<col min="1" max="6" width="9" style="0" hidden="1"/>',
      '<col min="7" max="7" width="60" customWidth="1"/>',
      '<col min="8" max="16384" width="9" style="0" hidden="1"/>',
    ])
  })

  it('uses the lower row of a two-row header with merged cells', async () => {
    const upper = ['分期', '楼栋', '房号', '面积', '产权人信息', null]
    const two = row(1, upper) + row(2, [null, null, null, null, '产权人', '手机号']) + row(3, ['一期', '3栋', '1', 1, '张', '1'])
    const after = `<mergeCells>${['A1:A2', 'B1:B2', 'C1:C2', 'D1:D2', 'E1:F1'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
    expect(await reasons(await mark(oddSheet({ rows: two, after })))).toEqual(['G2', 'G3'])
  })

  it.each([
    ['its last header over two columns', 'F1:G1', 'H'],
    ['empty cells beside its header', 'G1:H2', 'I'],
    ['a wrong row as far as K', 'E2:K2', 'L'],
    ['a right row as far as K', 'A3:K3', 'G'],
    // Everything to the right of the named columns is merged: the header is shown, but not that row's reason.
    ['a wrong row as a whole', 'A2:XFD2', 'G'],
    ['its header as a whole', 'F1:XFD1', 'G'],
  ])('puts the reasons outside the merged cells %s if there is room', async (_what, ref, column) => {
    const sheet = rows + row(3, ['一期', '3栋', '2', 1, '张', '13800138000'])
    const marked = await mark(oddSheet({ rows: sheet, after: `<mergeCells><mergeCell ref="${ref}"/></mergeCells>` }), [wrong(2, '手机号', '错')])
    expect(await reasons(marked)).toEqual([`${column}1`, `${column}2`])
  })

  it('handles huge numbers of merges over all columns', async () => {
    const after = `<mergeCells>${Array.from({ length: 100_000 }, (_, index) => `<mergeCell ref="H1:XFD${index + 2}"/>`).join('')}</mergeCells>`
    expect(await reasons(await mark(oddSheet({ after })))).toEqual(['G1', 'G2'])
  })

  it('preserves prefixed elements and missing addresses as written', async () => {
    const prefixed = handMade({
      sheets: [{ rows: rows.replaceAll(/ r="[A-Z]*\d+"/g, '') }],
      alter: (files) =>
        files.map((file) =>
          file.name === SHEET
            ? {
                ...file,
                data: String(file.data)
                  .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
                  .replace('xmlns=', 'xmlns:x='),
              }
            : file,
        ),
    })
    const marked = await mark(prefixed)
    expect(await reasons(marked)).toEqual(['G1', 'G2'])
    expect((await reader.read({ bytes: marked, fileName: '房产.xlsx', kind: 'property' })).errors).toMatchObject([{ row: 2, column: '手机号' }])
  })

  it('reuses its column if a spreadsheet program made the reasons shared texts', async () => {
    const sharedStrings = sharedStringsXml(['<t>错误原因</t>'])
    const sheet = row(1, [...header, shared(0)]) + row(2, ['一期', '3栋', '1', 1, '张', '1', shared(0)])
    expect(await reasons(await mark(handMade({ sheets: [{ rows: sheet }], sharedStrings })))).toEqual(['G1', 'G2'])
  })

  it('adds fills if the styles have none', async () => {
    expect(markedCells(await firstSheet(await mark(oddSheet({}, { formats: ['0.00'] }))))).toEqual(['G1', 'F2', 'G2'])
  })

  it('is refused with a message if impossible or too slow', async () => {
    const place: HeaderPlace = { row: 1, columns: {}, reasonColumn: null }
    const errors = [wrong(2, '', '错')]
    const damaged = handMade({ sheets: [{ rows: rows.replace('</c>', '</d>') }] })
    await expect(reader.mark({ bytes: damaged, header: place, errors, signal: forEver })).rejects.toThrow('文件已损坏，无法读取，请用 WPS/Excel 重新保存后再试')
    const slow = newReader()
    await expect(slow.mark({ bytes: oddSheet({}), header: place, errors, signal: forEver, limits: { timeMs: 1 } })).rejects.toThrow(
      '文件过于复杂，无法标注错误，请复制数据到模板后再导入',
    )
    await slow.close()
  })
})

it(`marks ${MAX_ROW_ERRORS} errors in 20,000 rows`, async () => {
  const rows = Array.from({ length: 20_000 }, (_row, index) => [
    '一期',
    `${index % 40}栋`,
    `${index}`,
    89.5,
    `业主${index}`,
    index % 20 === 0 ? '1' : '13800138000',
  ])
  const sheet = await firstSheet(await mark(await bytesOf(workbookOf([header, ...rows]))))
  expect(sheet.getCell(`G${2 + 999 * 20}`).value).toBe('手机号：手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111')
  expect(sheet.rowCount).toBe(20_001)
})
