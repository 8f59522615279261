import { normalText } from '#shared/text/normalise.ts'
import { shownIn, type NumberFormat } from './numberFormats.ts'
import { decodeEscapes, type SharedStrings } from './sharedStrings.ts'

/** Context needed to interpret a cell's XML. */
export interface CellContext {
  readonly strings: SharedStrings
  /** Number format by the style index in a cell. */
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
}

/** Why a non-empty cell has no readable value, as a user-facing message. */
export interface CellFault {
  readonly fault: string
}

/** A number displayed with other characters than its digits (`0101`, `3栋`), or a formula's 0, which may stand for an empty cell. */
export interface ShownNumber {
  readonly number: number
  readonly text: string
  readonly isZeroResult: boolean
}

/** The displayed value of a cell: normalised text, a number, a moment (UTC), or nothing. */
export type CellValue = string | number | boolean | Date | ShownNumber | CellFault | null

export const faults = {
  formulaError: { fault: '公式计算出错，请改为填写数值' },
  noResult: { fault: '公式没有保存计算结果，请用 WPS/Excel 打开并保存后再导入' },
  noText: { fault: '单元格内容已丢失，请重新填写' },
  notADate: { fault: '日期无效，请重新填写' },
  lostDigits: { fault: '单元格是数字格式，末尾数字可能已丢失，请设为文本后重新填写' },
  merged: { fault: '单元格与上方合并，请取消合并后逐行填写' },
  isDate: { fault: '被识别为日期，请设为文本' },
} as const satisfies Readonly<Record<string, CellFault>>

/** Whether a cell is not empty but unreadable. */
export function isFault(value: CellValue): value is CellFault {
  return typeof value === 'object' && value !== null && 'fault' in value
}

/** Whether a number is displayed as more than its digits. */
export function isShownNumber(value: CellValue): value is ShownNumber {
  return typeof value === 'object' && value !== null && 'number' in value
}

/** A cell whose numeric value counts, whatever its format displays. */
export const asNumber = (value: CellValue): Exclude<CellValue, ShownNumber> => (isShownNumber(value) ? value.number : value)

/** A cell as stored in the sheet. */
export interface WrittenCell {
  /** The attributes `t`, `''` if absent, and `s`. */
  readonly type: string
  readonly style: string | undefined
  readonly hasFormula: boolean
  /** Whether there is a `<v>`, and its text. */
  readonly hasValue: boolean
  readonly value: string
  /** The text of an `<is>`; null without one. */
  readonly inline: string | null
}

/** The displayed value of a cell; for a formula, its stored result. */
export function cellValue({ type, style, hasFormula, hasValue, value, inline }: WrittenCell, { strings, formats, is1904 }: CellContext): CellValue {
  if (hasFormula && !hasValue) return faults.noResult
  switch (type) {
    case 's': {
      // Some writers use text index -1 for an empty cell, and Excel reads it so.
      if (value === '' || value === '-1') return null
      const text = strings.get(Number(value))
      return text === undefined ? faults.noText : orNothing(text)
    }
    case 'inlineStr':
    case 'str':
      return orNothing(kept(normalText(inline ?? decodeEscapes(value))))
    case 'b':
      return value === '' ? null : value.trim() === '1' || value.trim() === 'true'
    case 'e':
      return faults.formulaError
    case 'd':
      return writtenDate(value)
    default:
      return inline === null ? numberOrDate(value, { format: formats[Number(style ?? 0)] ?? null, hasFormula, is1904 }) : orNothing(kept(normalText(inline)))
  }
}

const orNothing = (text: string): string | null => (text === '' ? null : text)

/** Copies a long text: V8 keeps it as a slice of the piece of the sheet it was cut from, which would stay in memory. */
function kept(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}

interface NumberContext {
  readonly format: NumberFormat
  readonly hasFormula: boolean
  readonly is1904: boolean
}

function numberOrDate(written: string, { format, hasFormula, is1904 }: NumberContext): CellValue {
  const trimmed = written.trim()
  if (trimmed === '') return null
  const number = Number(trimmed)
  if (Number.isNaN(number)) return faults.noText
  if (!Number.isFinite(number)) return faults.formulaError
  if (format === 'date') return validDate(momentOf(number, is1904))
  const isZeroResult = hasFormula && number === 0
  if (format === null && !isZeroResult) return number
  const digits = digitsOf(number)
  const text = format === null || digits === null ? digits : normalText(shownIn(format, number))
  return text === null || (text === digits && !isZeroResult) ? number : { number, text, isZeroResult }
}

const DAY_MS = 86_400_000
/** Days from the calendar's epoch to 1970. */
const DAYS_TO_1970 = { from1900: 25_569, from1904: 24_107 } as const

/** Converts a serial day number. Before March 1900 Excel's own calendar is a day off: it has a 29 February 1900. */
function momentOf(days: number, is1904: boolean): Date {
  return new Date(Math.round((days - (is1904 ? DAYS_TO_1970.from1904 : DAYS_TO_1970.from1900)) * DAY_MS))
}

/** A date in the strict edition's format: `2026-03-01`, `2026-03-01T09:30:00`. Without a zone it is wall-clock time. */
function writtenDate(written: string): CellValue {
  const text = written.trim()
  if (text === '') return null
  const hasZone = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)
  return validDate(new Date(hasZone ? text : `${text.includes('T') ? text : `${text}T00:00:00`}Z`))
}

function validDate(moment: Date): CellValue {
  return Number.isNaN(moment.getTime()) ? faults.notADate : moment
}

/** The digits of a number, or null if they exceed a cell's precision of 15. */
export function digitsOf(value: number): string | null {
  if (Math.abs(value) >= 1e15) return null
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
}

/** A cell's display text for a preview: a moment in China time, a fault as its message. */
export function shown(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return digitsOf(value) ?? String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (isShownNumber(value)) return value.text
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '')
  return typeof value === 'string' ? value : `（${value.fault}）`
}
