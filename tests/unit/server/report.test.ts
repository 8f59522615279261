import ExcelJS from 'exceljs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { createBook } from '../../../src/server/workbooks/book.ts'
import { reportFileName } from '../../../src/server/features/result/report/name.ts'
import { columnLetters } from '../../../src/server/workbooks/addresses.ts'
import { cellOf, openTable, ReportMismatch, type Column } from '../../../src/server/workbooks/table.ts'
import { formulasOf, readReport, sheetNamed, tableIn } from '../../support/reports.ts'

describe('the report’s file name', () => {
  const now = Date.parse('2026-04-30T16:05:59Z')
  const nameOf = (estateName: string, title: string) => reportFileName({ estateName, title, now, edition: 'full' })

  it('is estate, activity and the minute in Chinese time', () => {
    expect(nameOf('翠苑一区', '电梯更新')).toBe('翠苑一区_电梯更新_表决结果_202605010005.xlsx')
    expect(reportFileName({ estateName: '翠苑一区', title: '电梯更新', now, edition: 'public' })).toBe('翠苑一区_电梯更新_表决结果_202605010005_公示版.xlsx')
  })

  it('has no character that Windows forbids, and no invisible one', () => {
    expect(nameOf('a<b>c:d"e', 'f/g\\h|i?j*k')).toBe('a_b_c_d_e_f_g_h_i_j_k_表决结果_202605010005.xlsx')
    expect(nameOf(' 翠\u202e苑\u0000 ', '电\n梯\ud800')).toBe('翠苑_电梯\ufffd_表决结果_202605010005.xlsx')
  })

  it('keeps its end for long names, and splits no character', () => {
    const name = nameOf('苑'.repeat(100), '𠮷'.repeat(100))
    expect(name).toMatch(/^苑{45}_(𠮷){45}_表决结果_202605010005\.xlsx$/u)
    expect(name.isWellFormed()).toBe(true)
  })
})

it('names columns as spreadsheets do', () => {
  expect([1, 26, 27, 52, 53, 702, 703].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

it('writes areas as square metres and rates as fractions, as the nearest numbers', () => {
  expect([cellOf('area', 8_950), cellOf('area', 1), cellOf('rate', 66.67), cellOf('rate', 100), cellOf('count', 3), cellOf('text', '=1')]).toEqual([
    89.5,
    0.01,
    0.6667,
    1,
    3,
    '=1',
  ])
})

afterEach(() => vi.useRealTimers())

/** The date of each entry in an archive's directory. */
async function entryDates(archive: Uint8Array): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const zip = await fromBufferPromise(Buffer.from(archive))
  for await (const entry of zip.eachEntry()) {
    const date = entry.getLastModDate({ timezone: 'UTC', forceDosFormat: true })
    found.set(entry.fileName, date.toISOString().slice(0, 19).replace('T', ' '))
  }
  return found
}

describe('a list in the report', () => {
  interface Row {
    readonly name: string
    readonly area: number
  }
  const columns: Column<Row>[] = [
    { title: '房屋', width: 10, kind: 'text', value: (row) => row.name },
    { title: '面积', width: 10, kind: 'area', value: (row) => row.area, isSummed: true },
  ]
  async function write(rows: readonly Row[], total: number): Promise<ExcelJS.Workbook> {
    const book = createBook({ isDraft: false, now: 0 })
    const table = openTable(book, { name: '清单', title: '清单', columns })
    for (const row of rows) table.add(row)
    table.finish({ 面积: total })
    return readReport(await book.finish())
  }

  it('ends with a total formula over its rows', async () => {
    const workbook = await write(
      [
        { name: '1-101', area: 10 },
        { name: '1-102', area: 20 },
      ],
      30,
    )
    expect(formulasOf(workbook)).toEqual([{ sheet: '清单', address: 'B5', formula: 'ROUND(SUM(B3:B4),2)', result: 0.3 }])
  })

  it('is byte-identical at another time, at any length', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const rows = Array.from({ length: 20_000 }, (_none, index) => ({ name: `一期-${index % 97}栋-${index * 7919}`, area: index % 1009 }))
    const total = rows.reduce((sum, { area }) => sum + area, 0)
    const made = []
    for (const clock of ['2026-04-30T16:05:59Z', '2027-11-03T02:00:01Z']) {
      vi.setSystemTime(clock)
      const book = createBook({ isDraft: false, now: Date.parse('2026-03-31T16:00:59Z') })
      const table = openTable(book, { name: '清单', title: '清单', columns })
      for (const row of rows) table.add(row)
      table.finish({ 面积: total })
      made.push(await book.finish())
    }
    const [first = new Uint8Array(), second = new Uint8Array()] = made
    expect(first.length).toBeGreaterThan(100_000)
    expect(Buffer.compare(first, second)).toBe(0)
    // The entries' date is the given one, in China.
    const dates = await entryDates(first)
    expect(dates.size).toBeGreaterThan(5)
    expect(new Set(dates.values())).toEqual(new Set(['2026-04-01 00:00:58']))
  })

  it('is refused if its rows differ from the program’s total', async () => {
    await expect(write([{ name: '1-101', area: 10 }], 11)).rejects.toThrow(ReportMismatch)
    await expect(write([], 1)).rejects.toThrow('清单 面积')
  })

  it('says that it is empty', async () => {
    expect(tableIn(sheetNamed(await write([], 0), '清单'), '房屋')).toMatchObject({ rows: [{ 房屋: '无', 面积: '' }], totals: { 面积: 0 } })
  })

  it('truncates a text too long for a cell, so that the file opens', async () => {
    const workbook = await write([{ name: '1-101、'.repeat(10_000), area: 1 }], 1)
    const cell = sheetNamed(workbook, '清单').getCell('A3').value
    expect(typeof cell === 'string' && cell.length < 32_767 && cell.endsWith('……')).toBe(true)
  })
})
