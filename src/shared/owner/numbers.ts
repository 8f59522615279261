/** 11 ones: the phone number that is entered where an owner has none (`console.md` section 9). */
export const NO_PHONE = '11111111111'

/** Eleven digits: a mobile number, which {@link NO_PHONE} is written like, too. */
export const isMobileShape = (value: string): boolean => /^\d{11}$/.test(value)

/** A landline: its area code, its number and, where it has one, an extension: `0532-88888888-801`. */
const landlineShape = /^0(?:10|2\d|[3-9]\d{2})-\d{7,8}(?:-\d{1,6})?$/
export const isLandline = (value: string): boolean => landlineShape.test(value)
/** A landline in a longer text. */
export const landlines = /(?<![\d-])0(?:10|2\d|[3-9]\d{2})-\d{7,8}(?:-\d{1,6})?(?!\d)/g

/** An owner's phone: one of a mobile's shape, or a landline. */
export const isOwnerPhone = (value: string): boolean => isMobileShape(value) || isLandline(value)

/** The single numbers of a field: `/` parts its owners' slots, `+` the numbers of one slot. */
export const numbersOf = (field: string): string[] =>
  isMobileShape(field)
    ? [field]
    : field
        .split(/[/+]/)
        .map((one) => one.trim())
        .filter((one) => one !== '')

/** Whether every phone of a field is an owner's; true of a field that holds none. */
export const areOwnerPhones = (field: string): boolean => numbersOf(field).every(isOwnerPhone)

/** What people write between the parts of a landline: brackets around its area code, 转 or ext. before its extension. */
const inBrackets = /^\((0\d{2,3})\)-?/
const beforeExtension = /-?(?:转|ext\.?|分机)(?=\d)/i
const dashes = /[\u2010-\u2015\u2212\u2E3A\u2E3B\uFE58]/g

/** One phone as it is stored, without blanks: `(0532)88888888转801` and `053288888888-801` are `0532-88888888-801`. */
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

/** True when an 18-digit ID number's check digit does not fit (GB 11643-1999); false for every other text. */
export function hasWrongCheckDigit(idNumber: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(idNumber)) return false
  return checkDigitOf(idNumber) !== idNumber[17]?.toUpperCase()
}
