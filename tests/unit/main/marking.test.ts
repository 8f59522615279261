import { fileURLToPath } from 'node:url'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { readArchive } from '../../../src/main/files/marking/archive.ts'
import { markWorkbook } from '../../../src/main/files/marking/mark.ts'
import { runMarking } from '../../../src/main/files/marking/run.ts'
import { columnLetters, columnNumber } from '../../../src/main/files/marking/sheet.ts'
import { attribute, tagsOf, withAttribute } from '../../../src/main/files/marking/xml.ts'
import { makeTemplate } from '../../../src/main/files/template.ts'

const script = fileURLToPath(new URL('../../../src/main/files/marking/worker.ts', import.meta.url))

async function bytesOf(workbook: ExcelJS.Workbook): Promise<Uint8Array> {
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

async function load(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes.buffer as ArrayBuffer)
  return workbook
}

function workbookOf(rows: readonly (readonly (string | number | Date | null)[])[]): ExcelJS.Workbook {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('房产')
  for (const row of rows) sheet.addRow(row)
  return workbook
}

function fillOf(cell: ExcelJS.Cell | undefined): string | undefined {
  const fill = cell?.fill
  return fill?.type === 'pattern' ? fill.fgColor?.argb : undefined
}

const MARKED = 'FFFFC7CE'
const header = ['期', '楼栋*', '房号', '面积', '业主姓名', '电话']

describe('a marked workbook', () => {
  it('has the reasons in a column after the last, in their rows, and the wrong cells coloured, found by their aliases', async () => {
    const marked = await markWorkbook(
      await bytesOf(
        workbookOf([
          header,
          ['一期', '3栋', '1201', 89.5, '张三', '138'],
          ['一期', '3栋', '1202', 60, '李四', '13800138000'],
          ['一期', '3栋', '', 70, '', '13800138000'],
        ]),
      ),
      [
        { row: 2, column: '手机号', message: '手机号须为11位数字' },
        { row: 4, column: '房号', message: '请输入房屋号' },
        { row: 4, column: '产权人', message: '请输入产权人姓名' },
      ],
    )
    const sheet = (await load(marked)).worksheets[0]
    expect(sheet?.getCell('G1').value).toBe('错误原因')
    expect(sheet?.getCell('G2').value).toBe('手机号：手机号须为11位数字')
    expect(sheet?.getCell('G3').value).toBeNull()
    expect(sheet?.getCell('G4').value).toBe('房号：请输入房屋号；产权人：请输入产权人姓名')
    expect(['F2', 'C4', 'E4', 'G2', 'G4'].map((name) => fillOf(sheet?.getCell(name)))).toEqual([MARKED, MARKED, MARKED, MARKED, MARKED])
    expect(['A2', 'F3', 'F4', 'G3'].map((name) => fillOf(sheet?.getCell(name)))).toEqual([undefined, undefined, undefined, undefined])
    expect(sheet?.getCell('F2').value).toBe('138')
    expect(sheet?.getColumn(7).width).toBe(60)
  })

  it('keeps everything else as it was: text formats, dates, formulas, lists, merges, widths, other sheets', async () => {
    const workbook = workbookOf([header, ['一期', '3栋', '1201', 89.5, '张三', '138']])
    const sheet = workbook.worksheets[0]
    if (sheet === undefined) throw new Error('no sheet')
    sheet.getColumn(6).numFmt = '@'
    sheet.getCell('F2').numFmt = '@'
    sheet.getColumn(3).width = 33
    sheet.getCell('D2').value = { formula: '40+49.5', result: 89.5 }
    sheet.getCell('A4').value = new Date(Date.UTC(2026, 4, 1))
    sheet.mergeCells('A6:B7')
    sheet.getCell('A2').dataValidation = { type: 'list', formulae: ['"一期,二期"'] }
    workbook.addWorksheet('说明').getCell('A1').value = '原样保留'
    const marked = await load(await markWorkbook(await bytesOf(workbook), [{ row: 2, column: '手机号', message: '错' }]))
    const after = marked.worksheets[0]
    expect(after?.getCell('F2').numFmt).toBe('@')
    expect(fillOf(after?.getCell('F2'))).toBe(MARKED)
    expect(after?.getColumn(3).width).toBe(33)
    expect(after?.getCell('D2').value).toEqual({ formula: '40+49.5', result: 89.5 })
    expect(after?.getCell('A4').value).toEqual(new Date(Date.UTC(2026, 4, 1)))
    expect(after?.getCell('B7').isMerged).toBe(true)
    expect(after?.getCell('A2').dataValidation).toMatchObject({ type: 'list' })
    expect(marked.getWorksheet('说明')?.getCell('A1').value).toBe('原样保留')
  })

  it('uses its own column again on the second round, and clears the reasons that are gone', async () => {
    const once = await markWorkbook(await bytesOf(workbookOf([header, ['一期', '3栋', '1', 1, '张', '1'], ['一期', '3栋', '2', 1, '李', '2']])), [
      { row: 2, column: '手机号', message: '一' },
      { row: 3, column: '手机号', message: '二' },
      { row: 0, column: '', message: '缺少列：分期' },
    ])
    const sheet = (await load(await markWorkbook(once, [{ row: 3, column: '房号', message: '三' }]))).worksheets[0]
    expect([sheet?.getCell('G1').value, sheet?.getCell('G2').value, sheet?.getCell('G3').value, sheet?.getCell('H1').value]).toEqual([
      '错误原因',
      null,
      '房号：三',
      null,
    ])
  })

  it('marks the first visible sheet, and rows that the file does not even hold', async () => {
    const workbook = new ExcelJS.Workbook()
    workbook.addWorksheet('隐藏', { state: 'hidden' }).addRow(header)
    const visible = workbook.addWorksheet('可见')
    visible.addRow(['某小区房产'])
    visible.addRow(header)
    visible.getRow(9).getCell(1).value = '一期'
    const marked = await load(
      await markWorkbook(await bytesOf(workbook), [
        { row: 5, column: '分期', message: '空行' },
        { row: 12, column: '', message: '末行之后' },
        { row: 0, column: '', message: '缺少列：房号' },
      ]),
    )
    expect(marked.getWorksheet('隐藏')?.getCell('G1').value).toBeNull()
    const sheet = marked.getWorksheet('可见')
    expect([2, 5, 9, 12].map((row) => sheet?.getCell(`G${row}`).value)).toEqual(['错误原因：缺少列：房号', '分期：空行', null, '末行之后'])
    expect(sheet?.getCell('A9').value).toBe('一期')
  })

  it('shows text from people as text: no markup, no formula, no control characters', async () => {
    const marked = await markWorkbook(await bytesOf(workbookOf([header, ['一期', '3栋', '1', 1, '张', '1']])), [
      { row: 2, column: '备注"<x>', message: '=1+1 & <b> \u0000\u0008 𠮷 ]]>' },
    ])
    expect((await load(marked)).worksheets[0]?.getCell('G2').value).toBe('备注"<x>：=1+1 & <b>  𠮷 ]]>')
  })

  it('takes the template itself', async () => {
    const sheet = (await load(await markWorkbook(await makeTemplate('property'), [{ row: 2, column: '证件号', message: '个数不一致' }]))).worksheets[0]
    expect(sheet?.getCell('K2').value).toBe('证件号：个数不一致')
    expect(fillOf(sheet?.getCell('J2'))).toBe(MARKED)
    expect(sheet?.getCell('J2').numFmt).toBe('@')
  })
})

describe('a hostile workbook', () => {
  /** The template with a piece of its sheet's part exchanged. */
  async function tampered(change: (xml: string) => string): Promise<Uint8Array> {
    const archive = await readArchive(await bytesOf(workbookOf([header, ['一期', '3栋', '1', 1, '张', '1']])))
    archive.replace('xl/worksheets/sheet1.xml', change(archive.text('xl/worksheets/sheet1.xml') ?? ''))
    return archive.write()
  }

  it('with a merge and a list over a million rows is marked at once', { timeout: 30_000 }, async () => {
    const bytes = await tampered((xml) =>
      xml.replace(
        '</sheetData>',
        '</sheetData><mergeCells count="1"><mergeCell ref="H1:Z1048576"/></mergeCells><dataValidations count="1"><dataValidation type="list" sqref="A1:T1048576"><formula1>"a"</formula1></dataValidation></dataValidations>',
      ),
    )
    const begun = performance.now()
    const marked = await runMarking({ bytes, errors: [{ row: 2, column: '房号', message: '错' }] }, { script })
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect((await readArchive(marked)).text('xl/worksheets/sheet1.xml')).toContain('ref="H1:Z1048576"')
  })

  it('with a cell in the last column keeps the reasons in a free one', async () => {
    const bytes = await tampered((xml) => xml.replace('</row><row r="2"', '<c r="XFD1"><v>1</v></c></row><row r="2"'))
    const xml = (await readArchive(await markWorkbook(bytes, [{ row: 2, column: '房号', message: '错' }]))).text('xl/worksheets/sheet1.xml')
    expect(xml).toMatch(/<c r="G2"[^>]*t="inlineStr"/)
  })

  it('with a column range in the way is split around the new column, which stays alone in its range', async () => {
    const bytes = await tampered((xml) => xml.replace(/<cols>.*<\/cols>|(?=<sheetData>)/, '<cols><col min="1" max="16384" width="9" style="0"/></cols>'))
    const xml = (await readArchive(await markWorkbook(bytes, [{ row: 2, column: '房号', message: '错' }]))).text('xl/worksheets/sheet1.xml') ?? ''
    const ranges = [...tagsOf(xml)].filter(({ name }) => name === 'col').map(({ attributes }) => [attribute(attributes, 'min'), attribute(attributes, 'max')])
    expect(ranges).toEqual([
      ['1', '6'],
      ['7', '7'],
      ['8', '16384'],
    ])
  })

  it('with a document type, no sheet, or no workbook at all fails with a sentence', async () => {
    const expected = { name: 'LocalFailure', message: '无法在原文件中标注错误，请按页面上的错误列表修改' }
    const errors = [{ row: 2, column: '', message: '错' }]
    const withDoctype = await tampered((xml) => xml.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet'))
    for (const bytes of [withDoctype, new Uint8Array([80, 75, 3, 4]), new TextEncoder().encode('<html></html>')]) {
      await expect(runMarking({ bytes, errors }, { script })).rejects.toMatchObject(expected)
    }
  })

  it('that unpacks to much more than it is, is refused from its directory', async () => {
    const bomb = await tampered((xml) => xml.replace('</sheetData>', `</sheetData>${' '.repeat(3_000_000)}`))
    await expect(readArchive(bomb)).rejects.toThrow('suspiciously')
  })

  it('that takes too long is given up in time', async () => {
    const bytes = await bytesOf(workbookOf([header, ...Array.from({ length: 100 }, (_row, index) => ['一期', '3栋', `${index}`, index, '张', '1'])]))
    await expect(runMarking({ bytes, errors: [] }, { script, timeLimitMs: 1 })).rejects.toThrow('过于复杂')
  })
})

it('marks 1,000 errors in 20,000 rows within seconds', { timeout: 60_000 }, async () => {
  const bytes = await bytesOf(
    workbookOf([header, ...Array.from({ length: 20_000 }, (_row, index) => ['一期', `${index % 40}栋`, `${index}`, 89.5, `业主${index}`, '13800138000'])]),
  )
  const errors = Array.from({ length: 1_000 }, (_error, index) => ({ row: 2 + index * 20, column: '手机号', message: '手机号须为11位数字' }))
  const begun = performance.now()
  const marked = await runMarking({ bytes, errors }, { script })
  expect(performance.now() - begun).toBeLessThan(15_000)
  const sheet = (await load(marked)).worksheets[0]
  expect(sheet?.getCell(`G${2 + 999 * 20}`).value).toBe('手机号：手机号须为11位数字')
  expect(sheet?.rowCount).toBe(20_001)
})

describe('the small tools of marking', () => {
  it('count columns as spreadsheets do', () => {
    expect([1, 26, 27, 702, 703, 16_384].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
    expect(['A1', 'Z9', 'AA10', 'XFD1048576', '', '12'].map(columnNumber)).toEqual([1, 26, 27, 16_384, null, null])
  })

  it('find tags between comments, quotes and prefixes', () => {
    const tags = [...tagsOf('<?xml version="1.0"?><!-- <a> --><x:b c="1 > 2" d=\'"\'><e/></x:b><![CDATA[<f>]]>')]
    expect(tags.map(({ prefix, name, kind }) => `${prefix}${name} ${kind}`)).toEqual(['x:b open', 'e empty', 'x:b close'])
    expect(attribute(tags[0]?.attributes ?? '', 'c')).toBe('1 > 2')
    expect(attribute(tags[0]?.attributes ?? '', 'd')).toBe('"')
    expect(withAttribute(' r="A1" s="3" t="s"', 's', '9')).toBe(' r="A1"  t="s" s="9"')
  })
})
