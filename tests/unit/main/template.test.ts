import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { deliverySheet } from '#shared/features/delivery/sheet.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import { makeTemplate, type TemplateName, templates } from '../../../src/main/files/template.ts'

async function readBack(name: TemplateName): Promise<{ readonly workbook: ExcelJS.Workbook; readonly bytes: Uint8Array }> {
  const bytes = await makeTemplate(name)
  const workbook = new ExcelJS.Workbook()
  // exceljs's types use the old Buffer.
  await workbook.xlsx.load(bytes.buffer)
  return { workbook, bytes }
}

describe.each(['property', 'delivery'] as const)('the %s template', (name) => {
  const columns = Object.values(templates[name].columns)

  it('has its sheet, an explanation sheet, a frozen header and exactly one sample row', async () => {
    const { workbook } = await readBack(name)
    expect(workbook.worksheets.map((worksheet) => worksheet.name)).toEqual([templates[name].title, '填写说明'])
    const [worksheet] = workbook.worksheets
    expect(worksheet?.views).toMatchObject([{ state: 'frozen', ySplit: 1 }])
    expect(worksheet?.actualRowCount).toBe(2)
    expect(columns.map((_column, index) => worksheet?.getRow(1).getCell(index + 1).value)).toEqual(columns.map((column) => column.name))
    expect(columns.map((_column, index) => worksheet?.getRow(2).getCell(index + 1).value ?? '')).toEqual(columns.map((column) => column.sample))
  })

  it('formats text columns as text for the whole column, without a million cells', async () => {
    const { workbook, bytes } = await readBack(name)
    const [worksheet] = workbook.worksheets
    for (const [index, column] of columns.entries()) {
      const format = typeof column.sample === 'number' ? '0.00' : '@'
      expect(worksheet?.getColumn(index + 1).numFmt, column.name).toBe(format)
      expect(worksheet?.getRow(2).getCell(index + 1).numFmt, column.name).toBe(format)
      expect(worksheet?.getColumn(index + 1).width, column.name).toBe(column.width)
    }
    expect(bytes.length).toBeLessThan(20_000)
  })

  it('explains every column', async () => {
    const { workbook } = await readBack(name)
    const texts: string[] = []
    workbook.getWorksheet('填写说明')?.eachRow((row) => row.eachCell((cell) => texts.push(cell.text)))
    for (const { name: columnName, hint } of columns) {
      expect(texts).toContain(columnName)
      expect(texts).toContain(hint)
    }
  })
})

it('offers lists for method, acceptance and signer on 5,000 rows, and for no other column', async () => {
  const { workbook } = await readBack('delivery')
  const worksheet = workbook.worksheets[0]
  const lists = (worksheet as unknown as { dataValidations: { model: Record<string, ExcelJS.DataValidation> } }).dataValidations.model
  const addresses = Object.keys(lists)
  expect(addresses).toHaveLength(15_000)
  expect(addresses[0]).toBe('F2')
  expect(new Set(addresses.map((address) => address.replace(/\d+/, '')))).toEqual(new Set(['F', 'J', 'L']))
  expect(lists['F5001']).toEqual(lists['F2'])
  expect(lists['F2']).toMatchObject({ type: 'list', formulae: ['"电话,上门,定点,线上,其他"'] })
  expect(lists['J2']).toMatchObject({ type: 'list', formulae: ['"当面签收,同住人签收,信报箱,登记地址邮寄,登记手机短信或微信,公告"'] })
  expect(lists['L5001']).toMatchObject({ type: 'list', formulae: ['"本人,同住人,代收,其他"'] })
  const keys = Object.keys(deliverySheet.columns)
  expect([keys[5], keys[9], keys[11]]).toEqual(['voteSource', 'method', 'relation'])
})

it('offers lists for category and area source, and for no other property column', async () => {
  const { workbook } = await readBack('property')
  const worksheet = workbook.worksheets[0]
  const { model } = (worksheet as unknown as { dataValidations: { model: Record<string, ExcelJS.DataValidation> } }).dataValidations
  expect(Object.keys(model)).toHaveLength(15_000)
  expect(model['M2']).toMatchObject({ type: 'list', formulae: ['"自住,出租,空置,已售未过户"'] })
  expect(model['K2']).toMatchObject({ type: 'list', formulae: ['"住宅,商铺,车位,其他"'] })
  expect(model['L5001']).toMatchObject({ type: 'list', formulae: ['"登记,实测,合同"'] })
  expect(Object.keys(propertySheet.columns).slice(10)).toEqual(['category', 'areaSource', 'occupancy', 'remark'])
})
