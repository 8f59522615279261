import { comparedId } from '#shared/owner/identity.ts'
import { checkDigitOf, hasWrongCheckDigit } from '#shared/owner/numbers.ts'

/** A day as a number: 20260501. */
export type Day = number

/** An ID number normalized for comparison, 15 digits (before 1999) converted to the holder's 18; `''` for none. */
export function modernId(idNumber: string): string {
  const id = comparedId(idNumber)
  if (!/^\d{15}$/.test(id) || !isDate(Number(`19${id.slice(6, 12)}`))) return id
  const digits = `${id.slice(0, 6)}19${id.slice(6)}`
  return digits + checkDigitOf(digits)
}

const isPersonal = (id: string): boolean => /^\d{17}[\dX]$/.test(id)

function isDate(day: Day): boolean {
  const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100]
  const moment = new Date(Date.UTC(year, month - 1, date))
  return moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date
}

const birthDay = (id: string): Day => Number(id.slice(6, 14))

/** The characters of GB 32100, by value: no I, O, S, V, Z. */
const creditLetters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Whether a text is an organisation's code with a valid check character (GB 32100-2015). */
function isCreditCode(code: string): boolean {
  if (code.length !== 18) return false
  let sum = 0
  for (const [at, weight] of creditWeights.entries()) {
    const value = creditLetters.indexOf(code[at] ?? '')
    if (value < 0) return false
    sum += value * weight
  }
  return creditLetters[(31 - (sum % 31)) % 31] === code[17]
}

/** Whether a number proves identity: known format, valid check digit and date. Others (passports) are accepted as they are. */
export function isSoundId(id: string, today: Day): boolean {
  return id !== '' && idFault(id, { isOrganisation: false, today }) === null
}

/** A number's fault in words; null if none, or for formats not checked (15 digits, passports). */
export function idFault(id: string, { isOrganisation, today }: { readonly isOrganisation: boolean; readonly today: Day }): string | null {
  if (id === '') return null
  if (isPersonal(id)) {
    if (isOrganisation && hasWrongCheckDigit(id)) return isCreditCode(id) ? null : '统一社会信用代码的校验码不符'
    const birth = birthDay(id)
    if (!isDate(birth) || birth < 18_500_101 || birth > today) return '出生日期不成立'
    return hasWrongCheckDigit(id) ? '身份证号的校验码不符' : null
  }
  if (id.length === 18 && (isOrganisation || /^[\dA-Z]{18}$/.test(id))) return isCreditCode(id) ? null : '统一社会信用代码的校验码不符'
  if (/^\d{12,}X?$/.test(id) && id.length !== 15) return `位数不对（${id.length}位）`
  return null
}

/** Age in whole years on a day; null if the number does not contain a birth date. */
export function ageOf(id: string, onDay: Day): number | null {
  return isPersonal(id) && isDate(birthDay(id)) ? Math.floor((onDay - birthDay(id)) / 10_000) : null
}
