import ExcelJS from 'exceljs'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { propertySheet } from '../../../src/shared/features/property/sheet.ts'

/** The template's columns, as a header. */
export const PROPERTY_HEADER: readonly string[] = Object.values(propertySheet.columns).map(({ name }) => name)

export type PropertyCells = readonly [
  period: unknown,
  zone: unknown,
  building: unknown,
  unit: unknown,
  floor: unknown,
  room: unknown,
  area: unknown,
  ownerName: unknown,
  phone: unknown,
  idNumber: unknown,
]

export interface PropertyWorkbookOptions {
  readonly sheetName?: string
  readonly period?: string
  /** Index of the first property; disjoint ranges give different properties. */
  readonly from?: number
  /** Stores texts in a shared table, like Excel and WPS. */
  readonly hasSharedStrings?: boolean
}

const surnames = Array.from('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨')
const givenNames = Array.from('伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂')
const pick = (from: readonly string[], index: number): string => from[index % from.length] ?? ''

/** The property with that index: at a distinct place, plausible, and the same in every run. */
export function property(index: number, period = '一期'): PropertyCells {
  const [building, inBuilding] = [Math.floor(index / 120) + 1, index % 120]
  const [unit, inUnit] = [Math.floor(inBuilding / 40) + 1, inBuilding % 40]
  const [floor, door] = [Math.floor(inUnit / 2) + 1, (inUnit % 2) + 1]
  const owner = pick(surnames, index) + pick(givenNames, index) + pick(givenNames, index * 7 + 3)
  const hasPartner = index % 9 === 0
  return [
    period,
    building % 2 === 0 ? '东区' : '西区',
    `${building}栋`,
    `${unit}单元`,
    String(floor),
    `${floor}${String(door).padStart(2, '0')}`,
    60 + (index % 9_000) / 100,
    hasPartner ? `${owner}/${pick(surnames, index + 5)}${pick(givenNames, index + 2)}` : owner,
    index % 31 === 0 ? (hasPartner ? '11111111111/11111111111' : '11111111111') : hasPartner ? `${phone(index)}/${phone(index + 1)}` : phone(index),
    hasPartner ? '' : idNumber(index),
  ]
}

const phone = (index: number): string => `139${String(index).padStart(8, '0')}`

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** An 18-digit ID number with a valid check digit. */
export function idNumber(index: number): string {
  const digits = `110101${1950 + (index % 50)}${String((index % 12) + 1).padStart(2, '0')}${String((index % 28) + 1).padStart(2, '0')}${String(index % 1_000).padStart(3, '0')}`
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return digits + ('10X98765432'[sum % 11] ?? '')
}

/**
 * A valid 房产导入 workbook: with that many properties, or with the given rows under the template's header.
 *
 * Written by exceljs's streaming writer: 100,000 rows take two seconds and little memory.
 */
export async function propertyWorkbook(
  rows: number | readonly (readonly unknown[])[],
  { sheetName = propertySheet.title, period = '一期', from = 0, hasSharedStrings = true }: PropertyWorkbookOptions = {},
): Promise<Uint8Array> {
  const stream = new PassThrough()
  const bytes = buffer(stream)
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useSharedStrings: hasSharedStrings, useStyles: true })
  const sheet = workbook.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.addRow([...PROPERTY_HEADER]).commit()
  const count = typeof rows === 'number' ? rows : rows.length
  for (let index = 0; index < count; index++) {
    sheet.addRow(typeof rows === 'number' ? [...property(from + index, period)] : [...(rows[index] ?? [])]).commit()
    // The writer flushes nothing while the loop blocks.
    if (index % 5_000 === 4_999) await new Promise((resolve) => setImmediate(resolve))
  }
  sheet.commit()
  await workbook.commit()
  return bytes
}

/** A workbook of one sheet with exactly these cells, including the first row; a Date becomes a date cell, null no cell. */
export async function workbookOf(rows: readonly (readonly unknown[])[], sheetName = 'Sheet1'): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  workbook.addWorksheet(sheetName).addRows(rows.map((row) => [...row]))
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}
