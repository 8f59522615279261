import { normalText } from '#shared/text/normalise.ts'
import { shownIn, type NumberFormat } from './numberFormats.ts'
import { decodeEscapes, type SharedStrings } from './sharedStrings.ts'

/** What a cell's meaning depends on in addition to its own XML. */
export interface CellContext {
  readonly strings: SharedStrings
  /** By the index that a cell names: how that style shows a number. */
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
}

/** Why a cell that is not empty has no value that could be read, in words for the user. */
export interface CellFault {
  readonly fault: string
}

/** A number that shows other signs than its digits (`0101`, `3栋`), or a formula's 0, which may stand for an empty cell. */
export interface ShownNumber {
  readonly number: number
  readonly text: string
  readonly isZeroResult: boolean
}

/** What a cell shows: normalised text, a number, a moment (UTC), or nothing. */
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

/** Whether a cell is not empty and could not be read. */
export function isFault(value: CellValue): value is CellFault {
  return typeof value === 'object' && value !== null && 'fault' in value
}

/** Whether a number is more than its digits. */
export function isShownNumber(value: CellValue): value is ShownNumber {
  return typeof value === 'object' && value !== null && 'number' in value
}

/** A cell where a number counts, whatever its format shows. */
export const asNumber = (value: CellValue): Exclude<CellValue, ShownNumber> => (isShownNumber(value) ? value.number : value)

/** A cell as the sheet writes it. */
export interface WrittenCell {
  /** The attribute `t`, `''` if none, and `s`. */
  readonly type: string
  readonly style: string | undefined
  readonly hasFormula: boolean
  /** Whether there is a `<v>`, and its text. */
  readonly hasValue: boolean
  readonly value: string
  /** The text of an `<is>`; null without one. */
  readonly inline: string | null
}

/** What a cell shows; a formula counts by the result that was stored with it. */
export function cellValue({ type, style, hasFormula, hasValue, value, inline }: WrittenCell, { strings, formats, is1904 }: CellContext): CellValue {
  if (hasFormula && !hasValue) return faults.noResult
  switch (type) {
    case 's': {
      // Some writers refer to text -1 for an empty cell, and so does Excel read it.
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

/** The engine keeps a long text as a window on the piece of the sheet that it was cut from, all of which would stay. */
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
/** Days from the calendar's beginning to 1970. */
const DAYS_TO_1970 = { from1900: 25_569, from1904: 24_107 } as const

/** A serial number of days as a moment. Before March 1900 Excel's own calendar is a day off: it counts a 29 February 1900. */
function momentOf(days: number, is1904: boolean): Date {
  return new Date(Math.round((days - (is1904 ? DAYS_TO_1970.from1904 : DAYS_TO_1970.from1900)) * DAY_MS))
}

/** A date as the strict edition writes it: `2026-03-01`, `2026-03-01T09:30:00`. Without a zone it is what the clock showed. */
function writtenDate(written: string): CellValue {
  const text = written.trim()
  if (text === '') return null
  const hasZone = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)
  return validDate(new Date(hasZone ? text : `${text.includes('T') ? text : `${text}T00:00:00`}Z`))
}

function validDate(moment: Date): CellValue {
  return Number.isNaN(moment.getTime()) ? faults.notADate : moment
}

/** The digits of a number, or null if the cell cannot hold them all: beyond 15 they are lost. */
export function digitsOf(value: number): string | null {
  if (Math.abs(value) >= 1e15) return null
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
}

/** What a cell shows, for a preview: a moment as China reads it, a fault as its sentence. */
export function shown(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return digitsOf(value) ?? String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (isShownNumber(value)) return value.text
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '')
  return typeof value === 'string' ? value : `（${value.fault}）`
}
