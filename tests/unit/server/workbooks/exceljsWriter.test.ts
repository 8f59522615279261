import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import ExcelJS, { type Style } from 'exceljs'
import { expect, it } from 'vitest'
import { inspectDirectory } from '../../../../src/server/workbooks/archive.ts'
import { createBook } from '../../../../src/server/workbooks/book.ts'
import type { CellValue } from '../../../../src/server/workbooks/cellValues.ts'
import { createExceljsWriter, VALUE_TYPES, type Look } from '../../../../src/server/workbooks/exceljsWriter.ts'
import { styles } from '../../../../src/server/workbooks/styles.ts'
import { partOf } from './markedParts.ts'

/*
 * exceljsWriter.ts uses parts of exceljs that are not documented. Each test here fails with a version of exceljs that has
 * changed them; then compare the file with exceljs/lib/stream/xlsx/{workbook,worksheet}-writer.js.
 */

interface Row {
  readonly values: readonly CellValue[]
  readonly styles: readonly Partial<Style>[]
  readonly look?: Look
}
const now = Date.parse('2026-05-01T09:00:00+08:00')
const WIDTHS = [12, 30, 9, 9]
const HEADER_ROW = 3
const NAME = '房产 & <清单>'

const { body, total, header } = styles
const dated: Partial<Style> = { numFmt: 'yyyy-mm-dd', font: { bold: true } }
const rowStyles = [body.text, body.count, body.area, body.rate]
const row = (values: readonly CellValue[], rowLook: readonly Partial<Style>[] = rowStyles, look?: Look): Row => ({
  values,
  styles: rowLook,
  ...(look ? { look } : {}),
})
/** Every way in which the program writes a row: by exceljs and as XML, in turns. */
const shapes: readonly Row[] = [
  row(['清单'], [styles.title], { height: 30, mergedTo: 4 }),
  row(['说明：<a> & "b"', null], [styles.remark, {}]),
  row(['甲', '乙', '丙', '丁'], [header, header, header, header], { height: 32 }),
  row(['=1+1', 12, 89.5, 0.6667]),
  row(['一\t二\n三 \u0001\ud83d\ude00', -1, 0.1 + 0.2, 1e21]),
  row([null, null, 7, null]),
  row([null, null, null, null]),
  row(['', 0, null, { formula: 'IF(A1<2,"x",SUM(C4:C6))', result: 96.5 }], [body.text, dated, {}, {}]),
  row([null, null], [header, header]),
  row(
    ['合计', { formula: 'SUM(B4:B8)', result: 11 }, { formula: 'ROUND(SUM(C4:C8),2)', result: 96.8 }, null],
    [total.text, total.count, total.area, total.rate],
  ),
  row(['跨列', null, null, null], [styles.remark], { mergedTo: 3 }),
  row(['末行', 1, 2, 3]),
]
/** So many rows that they are handed over in several pieces. */
const many: readonly Row[] = Array.from({ length: 3_000 }, (_, index) => row([`第${index}行`, index, index / 100, index % 2 === 0 ? null : 0.5]))

async function byOurs(rows: readonly Row[]): Promise<Uint8Array> {
  const book = createBook({ isDraft: false, now })
  const sheet = book.sheet({ name: NAME, widths: WIDTHS, headerRow: HEADER_ROW, isFrozen: true })
  for (const { values, styles: looks, look } of rows) await sheet.add(values, looks, look)
  sheet.finish()
  return book.finish()
}

/** The same by nothing but what exceljs documents. */
async function byExceljs(rows: readonly Row[]): Promise<Uint8Array> {
  const stream = new PassThrough()
  const bytes = buffer(stream)
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false })
  workbook.creator = workbook.lastModifiedBy = '社区投票平台'
  workbook.created = workbook.modified = new Date(now)
  const pageSetup = {
    paperSize: 9,
    orientation: 'portrait',
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    printTitlesRow: `${HEADER_ROW}:${HEADER_ROW}`,
    horizontalCentered: true,
    margins: { left: 0.4, right: 0.4, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 },
  } as const
  const sheet = workbook.addWorksheet(NAME, {
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- exceljs declares its paper sizes, and has no such enum at run time
    pageSetup,
    headerFooter: { oddFooter: '&C第 &P 页 / 共 &N 页' },
    views: [{ state: 'frozen', xSplit: 0, ySplit: HEADER_ROW }],
  })
  sheet.columns = WIDTHS.map((width) => ({ width }))
  for (const { values, styles: looks, look } of rows) {
    const added = sheet.addRow([...values])
    values.forEach((_value, column) => (added.getCell(column + 1).style = looks[column] ?? {}))
    if (look?.height !== undefined) added.height = look.height
    if (look?.mergedTo !== undefined) sheet.mergeCells(added.number, 1, added.number, look.mergedTo)
    added.commit()
  }
  sheet.commit()
  await workbook.commit()
  return bytes
}

it.each([
  ['of every shape', shapes],
  ['in large numbers', [...shapes, ...many, ...shapes.slice(-2)]],
])('rows %s are written, part by part, as the documented writer of exceljs writes them', async (_what, rows) => {
  const [ours, theirs] = [await byOurs(rows), await byExceljs(rows)]
  const names = (await inspectDirectory(theirs)).map(({ name }) => name)
  expect((await inspectDirectory(ours)).map(({ name }) => name)).toEqual(names)
  expect(names).toContain('xl/worksheets/sheet1.xml')
  for (const name of names) expect(await partOf(ours, name), name).toBe(await partOf(theirs, name))
})

it('kinds of values have the numbers that exceljs gives them', () => {
  const { Null, Number, String } = ExcelJS.ValueType
  expect(VALUE_TYPES).toEqual({ nothing: Null, number: Number, text: String })
})

it('what a sheet has waiting for its archive is counted, and goes down as the archive takes it', async () => {
  let size = 0
  const stream = new Writable({
    write(piece: Uint8Array, _encoding, done) {
      size += piece.length
      done()
    },
  })
  const writer = createExceljsWriter({ stream, creator: '', made: new Date(now) })
  const sheet = writer.addSheet('一', { widths: [], pageSetup: {}, headerFooter: {}, views: [] })
  const next = sheet.addRow(['一'], [])
  expect(next).toBe(2)
  const [rows, length] = [4_000, 1_000]
  for (let number = 0; number < rows; number += 1) {
    const xml = `<row r="${next + number}"><c r="A${next + number}" t="str"><v>`
    sheet.writeRows(`${xml.padEnd(length - 18, 'x')}</v></c></row>`, next + number + 1)
  }
  expect(sheet.waitingBytes()).toBeGreaterThan((rows * length) / 2)
  while (sheet.waitingBytes() > 0) await new Promise((resolve) => setTimeout(resolve, 1))
  expect(sheet.addRow(['末'], [])).toBe(next + rows + 1)
  sheet.commit()
  await writer.commit()
  expect(size).toBeGreaterThan(0)
})
