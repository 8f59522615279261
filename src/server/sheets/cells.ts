import type { StreamCell } from 'exceljs/lib/stream/xlsx/worksheet-reader.js'
import { normalText } from '#shared/text/normalise.ts'
import { decodeEscapes, type SharedStrings } from './sharedStrings.ts'

/** Why a cell that is not empty has no value that could be read, in words for the user. */
export interface CellFault {
  readonly fault: string
}

/** What a cell shows: normalised text, a number, a moment (UTC), or nothing. */
export type CellValue = string | number | boolean | Date | CellFault | null

export const faults = {
  formulaError: { fault: '公式计算出错，请改为填写数值' },
  noResult: { fault: '公式没有保存计算结果，请用 WPS/Excel 打开并保存后再导入' },
  noText: { fault: '单元格内容已丢失，请重新填写' },
  notADate: { fault: '日期无效，请重新填写' },
  lostDigits: { fault: '单元格是数字格式，末尾数字可能已丢失，请设为文本后重新填写' },
  merged: { fault: '单元格与上方合并，请取消合并后逐行填写' },
  isDate: { fault: '被识别为日期，请设为文本' },
} as const satisfies Readonly<Record<string, CellFault>>

export function isFault(value: CellValue): value is CellFault {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

/** A cell of exceljs's streaming reader as what it shows; formulas by their result. */
export function readCell(cell: StreamCell | undefined, strings: SharedStrings): CellValue {
  if (cell === undefined) return null
  const { value } = cell
  if (typeof value === 'string') return normalised(decodeEscapes(value))
  if (typeof value === 'number') return readNumber(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null
  if (value instanceof Date) return readDate(value)
  if ('sharedString' in value) {
    const text = strings.get(Number(value.sharedString))
    return text === undefined ? faults.noText : normalised(text)
  }
  if ('formula' in value) return readResult(cell, value.formula === '' && 'result' in value ? value.result : cell.result)
  return 'error' in value ? faults.formulaError : faults.noText
}

/** exceljs gives an error as NaN, and a number that is shown as a date as its number. */
function readResult(cell: StreamCell, result: unknown): CellValue {
  if (typeof result === 'string') return normalised(decodeEscapes(result))
  if (typeof result !== 'number') return faults.noResult
  if (Number.isNaN(result)) return faults.formulaError
  return cell.numFmt === undefined ? readNumber(result) : readDate(new Date(Math.round((result - 25_569) * 86_400_000)))
}

function readNumber(value: number): CellValue {
  if (Number.isNaN(value)) return null // a number cell without its number
  return Number.isFinite(value) ? value : faults.formulaError
}

function readDate(value: Date): CellValue {
  return Number.isNaN(value.getTime()) ? faults.notADate : value
}

/** Text as it is compared and stored; null when nothing is left. */
function normalised(text: string): string | null {
  const clean = normalText(text)
  return clean === '' ? null : clean
}

/** The digits of a number, or null where the cell cannot hold them all: beyond 15 they are lost. */
export function digitsOf(value: number): string | null {
  if (Math.abs(value) >= 1e15) return null
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
}

/** What a cell shows, for a preview: a moment as China reads it, a fault as its sentence. */
export function shown(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return digitsOf(value) ?? String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '')
  return typeof value === 'string' ? value : `（${value.fault}）`
}
