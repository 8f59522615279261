import { describe, expect, it, vi } from 'vitest'
import { formatTime } from '../../../../src/shared/time/chinaTime.ts'
import { deliveryAt, FAULTY, PROPERTY, merges, NAMES, oddWorkbooks, RIGHT, sheetOf, texts, writtenDates } from '../../../support/workbooks/oddWorkbooks.ts'
import { packedWorkbook, type PackedParts } from '../../../support/workbooks/packed.ts'
import { newReader } from './support.ts'

// The first one starts the worker, on a machine busy with other tests.
vi.setConfig({ testTimeout: 30_000 })

const reader = newReader()
const read = async (parts: PackedParts) => reader.read({ bytes: await packedWorkbook(parts), fileName: '房产.xlsx', kind: 'property' })

it.each(oddWorkbooks)('a workbook may have $name', async ({ parts, row, headerRow, columns = {} }) => {
  const { rows, errors, header } = await read(parts)
  expect(errors).toEqual([])
  expect(rows).toMatchObject([{ ...RIGHT, row }])
  expect(rows).toHaveLength(1)
  expect(header).toMatchObject({ row: headerRow, columns })
})

describe('a workbook with odd parts', () => {
  it('a title without a header reports the missing columns', async () => {
    const rows = texts(1, '分期') + texts(2, ...PROPERTY)
    await expect(read({ sheet: sheetOf(rows, { after: merges('A1:A2') }) })).rejects.toThrow('未找到表头，请使用模板。缺少列：楼栋、房号、面积、产权人、手机号')
  })

  it('may have strict-edition dates, errors, and formulas without a result, which are reported', async () => {
    const { errors, preview } = await read({ sheet: sheetOf(texts(1, ...NAMES) + FAULTY) })
    expect(preview.rows[0]?.cells[0]).toBe('TRUE')
    expect(errors.map(({ column, message }) => `${column}：${message}`)).toEqual([
      '楼栋：被识别为日期，请设为文本',
      '房号：公式计算出错，请改为填写数值',
      '面积：公式没有保存计算结果，请用 WPS/Excel 打开并保存后再导入',
      '产权人：单元格内容已丢失，请重新填写',
      '手机号：手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111',
    ])
  })

  it('a document type is refused, whatever it says', async () => {
    const sheet = `<!DOCTYPE worksheet [<!ENTITY a "b">]>${sheetOf(texts(1, ...NAMES) + texts(2, ...PROPERTY))}`
    await expect(read({ sheet })).rejects.toThrow('文件已损坏，无法读取')
  })
})

describe('a date cell', () => {
  it.each(writtenDates)('%s is read as the time shown', async (_name, cell, properties) => {
    const { rows, errors } = await reader.read({ bytes: await deliveryAt(cell, properties), fileName: '送达.xlsx', kind: 'delivery' })
    expect(errors).toEqual([])
    expect(rows[0] && formatTime(rows[0].deliveredAt)).toBe('2026-05-01 09:30:00')
  })
})
