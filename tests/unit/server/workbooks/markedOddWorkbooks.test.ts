import { describe, expect, it, vi } from 'vitest'
import { inspectArchive } from '../../../../src/server/workbooks/archive.ts'
import type { HeaderPlace } from '../../../../src/server/workbooks/interpretRows.ts'
import type { SheetKindName } from '../../../../src/server/workbooks/kinds.ts'
import { openWorkbook } from '../../../../src/server/workbooks/parts.ts'
import { letters } from '../../../support/workbooks/handMade.ts'
import { validButOdd } from '../../../support/workbooks/badWorkbooks.ts'
import { deliveryAt, FAULTY, PROPERTY, NAMES, oddWorkbooks, sheetOf, texts, writtenDates } from '../../../support/workbooks/oddWorkbooks.ts'
import { MAIN, packedWorkbook } from '../../../support/workbooks/packed.ts'
import { PROPERTY_HEADER } from '../../../support/workbooks/make.ts'
import { otherParts, partOf, sheetIn } from './markedParts.ts'
import { newReader } from './support.ts'

// Some are large, on a machine busy with other tests.
vi.setConfig({ testTimeout: 60_000 })

const reader = newReader()
const signal = new AbortController().signal

interface Wrong {
  readonly row: number
  readonly column: string
}
const read = (bytes: Uint8Array, kind: SheetKindName, fileName = '房产.xlsx') => reader.read({ bytes, fileName, kind })
const mark = (bytes: Uint8Array, header: HeaderPlace, wrong: readonly Wrong[]) =>
  reader.mark({ bytes, header, errors: wrong.map((cell) => ({ ...cell, message: '错' })), signal })
const reasonXml = (text: string): string => `<c t=inlineStr><is><t xml:space=preserve>${text}</t></is></c>`

/**
 * Marks one valid cell as wrong, reads the workbook again, and marks it again without errors.
 *
 * Apart from reasons and colours it must be unchanged: for the reader, cell by cell, and part by part.
 */
async function marksAndKeeps(bytes: Uint8Array, kind: SheetKindName, { row, column }: Wrong): Promise<void> {
  const before = await read(bytes, kind)
  const marked = await mark(bytes, before.header, [{ row, column }])
  const after = await read(marked, kind)
  expect(after.rows).toEqual(before.rows)
  expect(after.errors).toEqual(before.errors)
  expect(after.preview).toEqual({ ...before.preview, ignored: [...before.preview.ignored, '错误原因'] })
  expect(await otherParts(marked)).toEqual(await otherParts(bytes))

  const reasons = letters(after.header.reasonColumn ?? 0)
  const [headerCell, reasonCell] = [`${reasons}${after.header.row}`, `${reasons}${row}`]
  const wrongCell = `${letters(before.header.columns[column] ?? 0)}${row}`
  const [own, written] = [await sheetIn(bytes), await sheetIn(marked)]
  const said = (cells: typeof own.cells) => new Map([...cells].map(([address, { xml }]) => [address, xml]))
  expect(said(written.cells)).toEqual(new Map([...said(own.cells), [headerCell, reasonXml('错误原因')], [reasonCell, reasonXml(`${column}：错`)]]))
  expect(written.marked.toSorted()).toEqual([headerCell, wrongCell, reasonCell].toSorted())
  for (const [address, { style }] of own.cells) if (address !== wrongCell) expect(written.cells.get(address)?.style, address).toBe(style)

  const again = await mark(marked, after.header, [])
  expect(said((await sheetIn(again)).cells)).toEqual(new Map([...said(own.cells), [headerCell, reasonXml('错误原因')]]))
}

describe('a workbook is marked without other changes if it has', () => {
  it.each(oddWorkbooks)('$name', async ({ parts, row }) => marksAndKeeps(await packedWorkbook(parts), 'property', { row, column: '手机号' }))

  it.each(writtenDates)('a date %s', async (_name, cell, properties) =>
    marksAndKeeps(await deliveryAt(cell, properties), 'delivery', { row: 2, column: '送达时间' }),
  )

  it.each([
    ['no fills', ''],
    ['an empty list of fills', '<fills/>'],
    ['fewer fills than spreadsheet programs know', '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>'],
    ['something unknown before its fills', '<mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice/></mc:AlternateContent><fills><fill/><fill/></fills>'],
    ['fills beside those of its tables', '<fills><fill/><fill/></fills><dxfs count="1"><dxf><fill/></dxf></dxfs>'],
  ])('%s in its styles', async (_what, fills) => {
    const styles = `<styleSheet xmlns="${MAIN}"><fonts><font/></fonts>${fills}<cellXfs><xf/><xf numFmtId="22"><alignment wrapText="1"/></xf></cellXfs></styleSheet>`
    const sheet = sheetOf(texts(1, ...NAMES) + texts(2, ...PROPERTY).replace('<c t', '<c s="1" t'))
    await marksAndKeeps(await packedWorkbook({ sheet, styles }), 'property', { row: 2, column: '分期' })
  })

  it('dates, errors and formulas without a result in a marked row', async () =>
    marksAndKeeps(await packedWorkbook({ sheet: sheetOf(texts(1, ...NAMES) + FAULTY) }), 'property', { row: 2, column: '楼栋' }))
})

describe('an odd workbook is marked, and can be imported again, with', () => {
  it.each(validButOdd)('$name', async ({ make, fileName }) => {
    // Each is read unmarked in badWorkbooks.test.ts; all have the template's header and the same three properties.
    const header = { row: 1, columns: { 手机号: PROPERTY_HEADER.indexOf('手机号') + 1 }, reasonColumn: null }
    const marked = await mark(await make(), header, [{ row: 3, column: '手机号' }])
    const after = await read(marked, 'property', fileName)
    expect(after).toMatchObject({ rowCount: 3, errors: [], header: { ...header, reasonColumn: expect.any(Number) as number } })
    const { paths } = await openWorkbook(marked, await inspectArchive(marked))
    const address = `${letters(after.header.reasonColumn ?? 0)}3`
    expect(await partOf(marked, paths.sheet)).toMatch(new RegExp(`<(?:x:)?c r="${address}"[^>]*><(?:x:)?is><(?:x:)?t[^>]*>手机号：错<`))
  })
})
