import { asNumber, digitsOf, faults, isFault, isShownNumber, type CellValue } from './cells.ts'
import type { SheetColumn } from '#shared/import/workbook.ts'
import { MAX_PLACE, placeFault, placeText } from '#shared/place/placeText.ts'
import { textFault } from '#shared/text/limits.ts'
import { parseTime } from '#shared/time/chinaTime.ts'
import type { Findings } from './kind.ts'

/** A cell's text, or why it has none. */
export type TextResult = string | { readonly fault: string }

/** The text of a cell that should contain text: numbers as their digits, dates refused, empty as `''`. */
export function textOf(value: CellValue): TextResult {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (typeof value === 'number') return digitsOf(value) ?? faults.lostDigits
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (isShownNumber(value)) return value.text
  return isFault(value) ? value : faults.isDate
}

const amount = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:m2|平方米|平米|平方|平)?$/i
/** Tolerated deviation of a formula's result from two decimals: 89.44999999999999 is 89.45, 89.333 is not. */
const FORMULA_NOISE = 1e-8

/** Parses an area in integer 0.01 m² from a number or a text with unit (`89.5㎡`); null unless it has at most two decimals. */
export function areaOf(value: number | string): number | null {
  const squareMetres = typeof value === 'number' ? value : written(value)
  if (squareMetres === null || !(squareMetres > 0) || squareMetres > 1e9) return null
  const hundredths = Math.round(squareMetres * 100)
  return hundredths > 0 && Math.abs(squareMetres * 100 - hundredths) < FORMULA_NOISE * 100 ? hundredths : null
}

function written(text: string): number | null {
  const match = amount.exec(text.replaceAll(' ', ''))
  return match ? Number(`${match[1]?.replaceAll(',', '') ?? ''}${match[2] ?? ''}`) : null
}

/** Whether a row's first filled cell introduces a sum or a note: `合 计`, `备注：以上…`. */
export function beginsNote(cells: readonly CellValue[]): boolean {
  const first = cells.find((value) => value !== null)
  return typeof first === 'string' && /^(?:[合小总]\s*计|备?\s*注)/.test(first)
}

/** Stands for a part of the place reported as wrong: it is excluded from identities. */
export const UNREAD = '\ufffd'

/** A column to read: its key, its name in the template, and the message if it is required and empty. */
export interface ReadColumn<Column extends string> {
  readonly key: Column
  readonly name: string
  readonly missing?: string | undefined
}

/** The columns to read of a sheet, by key. */
export function readColumns<Column extends string>(
  columns: Readonly<Record<Column, SheetColumn>>,
  missing: Partial<Record<Column, string>>,
): Readonly<Record<Column, ReadColumn<Column>>> {
  const entries = (Object.keys(columns) as Column[]).map((key) => [key, { key, name: columns[key].name, missing: missing[key] }] as const)
  return Object.fromEntries(entries) as Record<Column, ReadColumn<Column>> // every column has its key
}

/** The text of a cell, `''` if empty, null if reported as wrong. */
export function textCell<Column extends string>({ key, missing }: ReadColumn<Column>, value: CellValue, found: Findings<Column>): string | null {
  const read = textOf(value)
  if (typeof read !== 'string') {
    found.wrong(key, read.fault)
    return null
  }
  if (read === '') {
    if (missing !== undefined) found.wrong(key, missing)
    return ''
  }
  if (read.includes('\ufffd')) {
    found.wrong(key, '含有无法识别的字符，请重新填写')
    return null
  }
  return read
}

/** A part of the place. */
export function placeCell<Column extends string>(column: ReadColumn<Column>, value: CellValue, found: Findings<Column>): string {
  const read = textCell(column, value, found)
  if (read === null) return UNREAD
  const part = placeText(read)
  const fault = textFault({ label: column.name, max: MAX_PLACE }, part) ?? placeFault(column.name, part)
  if (fault === null) return part
  found.wrong(column.key, fault)
  return UNREAD
}

/** `2026-05-01 09:30`, and as spreadsheets show it: `2026/5/1 9:30`, `2026年5月1日`; a day without a time means its beginning. */
const writtenMoment = /^(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})日?(?:[ T]*(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
/** A date cell holds China wall-clock time as if it were UTC; its fraction of a day is inexact. */
const wholeSeconds = (date: Date): string => new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')

function momentIn(text: string): number | null {
  const match = writtenMoment.exec(text)
  if (!match) return null
  const [year = '', ...rest] = match.slice(1)
  const [month, day, hour, minute, second] = rest.map((part: string | undefined) => (part ?? '0').padStart(2, '0'))
  return /^20\d\d/.test(year) ? parseTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`) : null
}

/** A moment in epoch ms, from a date cell or a text; null if empty, or reported as wrong. */
export function momentCell<Column extends string>(column: ReadColumn<Column>, cell: CellValue, found: Findings<Column>): number | null {
  const value = asNumber(cell)
  if (isFault(value)) {
    found.wrong(column.key, value.fault)
    return null
  }
  const text = value instanceof Date ? wholeSeconds(value) : typeof value === 'number' ? String(value) : textCell(column, value, found)
  if (text === null || text === '') return null
  const moment = momentIn(text)
  if (moment === null) found.wrong(column.key, `${column.name}格式不正确，应为 2026-05-01 09:30`)
  return moment
}
