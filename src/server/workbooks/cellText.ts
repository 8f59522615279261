import { digitsOf, faults, isFault, isShownNumber, type CellValue } from './cells.ts'

/** A cell's text, or why it has none. */
export type TextResult = string | { readonly fault: string }

/** A cell where text is expected: a number by its digits, a date refused, nothing as `''`. */
export function textOf(value: CellValue): TextResult {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (typeof value === 'number') return digitsOf(value) ?? faults.lostDigits
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (isShownNumber(value)) return value.text
  return isFault(value) ? value : faults.isDate
}

const amount = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:m2|平方米|平米|平方|平)?$/i
/** How far a formula's result may be from two decimals: 89.44999999999999 is 89.45, 89.333 is not. */
const FORMULA_NOISE = 1e-8

/** An area in integer 0.01 m² from a number or from text with its unit (`89.5㎡`); null where it is none of at most two decimals. */
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

/** Whether a row's first filled cell names a sum or a note: `合 计`, `备注：以上…`. */
export function beginsNote(cells: readonly CellValue[]): boolean {
  const first = cells.find((value) => value !== null)
  return typeof first === 'string' && /^(?:[合小总]\s*计|备?\s*注)/.test(first)
}
