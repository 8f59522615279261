/** 11 ones: the phone number that is entered where an owner has none (`console.md` section 9). */
export const NO_PHONE = '11111111111'

/** An owner's phone: 11 digits, which {@link NO_PHONE} is too. */
export const isOwnerPhone = (value: string): boolean => /^\d{11}$/.test(value)

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** True when an 18-digit ID number's check digit does not fit (GB 11643-1999); false for every other text. */
export function hasWrongCheckDigit(idNumber: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(idNumber)) return false
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(idNumber[index]), 0)
  return '10X98765432'[sum % 11] !== idNumber[17]?.toUpperCase()
}
