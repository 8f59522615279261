import { splitMany } from './owners.ts'

/** 11 ones: the phone number that is entered where an owner has none (`console.md` section 9). */
export const NO_PHONE = '11111111111'

/** An owner's phone: 11 digits, which {@link NO_PHONE} is too. */
export const isOwnerPhone = (value: string): boolean => /^\d{11}$/.test(value)

/** Whether every phone of a field is an owner's; true of a field that holds none. */
export const areOwnerPhones = (field: string): boolean => isOwnerPhone(field) || splitMany(field).every(isOwnerPhone)

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
