/** 11 ones: the phone number entered for owners without one (`console.md` section 9). */
export const NO_PHONE = '11111111111'

/** Eleven digits: a mobile number, or {@link NO_PHONE}. */
export const isMobileShape = (value: string): boolean => /^\d{11}$/.test(value)

/** A landline: area code, number and optional extension: `0532-88888888-801`. */
const landlineShape = /^0(?:10|2\d|[3-9]\d{2})-\d{7,8}(?:-\d{1,6})?$/
export const isLandline = (value: string): boolean => landlineShape.test(value)
/** A landline within a longer text. */
export const landlines = /(?<![\d-])0(?:10|2\d|[3-9]\d{2})-\d{7,8}(?:-\d{1,6})?(?!\d)/g

/** An owner's phone: mobile-shaped, or a landline. */
export const isOwnerPhone = (value: string): boolean => isMobileShape(value) || isLandline(value)

/** The single numbers of a field: `/` separates its owners' slots, `+` the numbers of one slot. */
export const numbersOf = (field: string): string[] =>
  isMobileShape(field)
    ? [field]
    : field
        .split(/[/+]/)
        .map((one) => one.trim())
        .filter((one) => one !== '')

/** Whether every phone of a field is an owner's; true if it holds none. */
export const areOwnerPhones = (field: string): boolean => numbersOf(field).every(isOwnerPhone)

/** Separators of a landline's parts in practice: brackets around the area code, 转 or ext. before the extension. */
const inBrackets = /^\((0\d{2,3})\)-?/
const beforeExtension = /-?(?:转|ext\.?|分机)(?=\d)/i
const dashes = /[\u2010-\u2015\u2212\u2E3A\u2E3B\uFE58]/g

/** One phone in stored form, without blanks: `(0532)88888888转801` and `053288888888-801` are `0532-88888888-801`. */
export function onePhone(written: string): string {
  if (isMobileShape(written)) return written
  const plain = written.replace(dashes, '-').replace(inBrackets, '$1-').replace(beforeExtension, '-')
  return plain.replace(/^(0[3-9]\d{2})(\d{8})(?=$|-\d{1,6}$)/, '$1-$2')
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The check digit, `0` to `9` or `X`, of an ID number's first 17 digits (GB 11643-1999). */
export function checkDigitOf(digits: string): string {
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return '10X98765432'.charAt(sum % 11)
}

/** Whether an 18-digit ID number's check digit is wrong (GB 11643-1999); false for any other text. */
export function hasWrongCheckDigit(idNumber: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(idNumber)) return false
  return checkDigitOf(idNumber) !== idNumber[17]?.toUpperCase()
}
