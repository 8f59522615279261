/** A run of digits matches only if no letter or digit adjoins it: hexadecimal digests and ids are left alone. */
const START = '(?<![A-Za-z0-9])'
const END = '(?![A-Za-z0-9])'
/** Usual separators of groups of digits. */
const GAP = '[-_. ]?'

/** 18 characters, or the 15 digits from before 1999, whole or in groups. */
const idNumber = new RegExp(`${START}\\d{6}${GAP}(?:\\d{4}${GAP}\\d{4}${GAP}\\d{3}${GAP}?[\\dXx]|\\d{6}${GAP}\\d{3})${END}`, 'g')
/** 11 digits, whole or as 3-4-4, with or without the country code. */
const mobilePhone = new RegExp(`(?:${START}|(?<=\\+))(?:(?:00)?86${GAP})?1[3-9]\\d${GAP}\\d{4}${GAP}\\d{4}${END}`, 'g')

/** With its area code. */
const landline = new RegExp(`${START}0\\d{2,3}-\\d{7,8}(?:-\\d{1,6})?${END}`, 'g')

/** Full-width digits count as digits; replaced one for one, so that the length stays the same. */
const withPlainDigits = (text: string): string => text.replace(/[０-９＋]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/**
 * Removes possible phones and ID numbers from a text for a log: `+8613912345678`, `139-1234-5678`, 18 and 15 digits,
 * `0532-88888888`.
 *
 * Rather too much than too little: a log is for finding faults, not people.
 */
export function withoutPersonalNumbers(text: string): string {
  return withPlainDigits(text).replace(idNumber, '（证件号）').replace(mobilePhone, '（手机号）').replace(landline, '（座机号）')
}

/**
 * A user name for a log. Many are phone numbers, possibly with letters around: such a name is reduced to its first two
 * characters, enough to distinguish an office's accounts.
 */
export function userNameForLog(username: string): string {
  const digits = username.replace(/[^\dXx]/g, '')
  return /1[3-9]\d{9}|\d{15}|\d{17}[\dXx]/.test(digits) ? `${username.slice(0, 2)}…` : username
}
