import { normalText } from '../text/normalise.ts'

/** What is before a number and is not part of it: the apostrophe by which Excel keeps text, `身份证:`, `港澳通行证 `, `No.`. */
const beforeNumber = /^(?:['‘’`´]+|[\p{Script=Han}()]+:|[A-Z]+:|NO\.|ID(?=\d)|\p{Script=Han}*(?:证件?|护照|营业执照|信用代码)(?:号码|号)?\s*(?=[\dA-Z]))\s*/iu

/** A number of identity without a leading apostrophe or label; `text` is normalised. */
export function withoutLabel(text: string): string {
  const rest = text.replace(beforeNumber, '')
  return rest === text ? text : withoutLabel(rest)
}

/** Brackets, blanks, dashes, quotes and apostrophes, which one document has in one writing and not in another. */
const punctuation = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212'"`´]+/gu
/** As most numbers are stored: nothing to take out. */
const plainNumber = /^[A-Z]?\d[\dA-Z]+$/

/** No digit and no mask, 0, one digit repeated. */
const saysThereIsNone = /^(?:[A-Z]*|0|(\d)\1+)$/

/**
 * One number of identity as two of them are compared (`wire.md` section 3): `H00000001(01)` is `H0000000101`.
 *
 * What is no number is `''`: nothing, a text without a digit (无, -, /, 不详, 暂无), 0, one digit repeated. A mask
 * counts as the number that it covers.
 */
export function comparedId(one: string): string {
  const id = plainNumber.test(one) ? one : withoutLabel(normalText(one)).toUpperCase().replaceAll(punctuation, '')
  return saysThereIsNone.test(id.replaceAll(/[^\dA-Z*]/g, '')) ? '' : id
}

/** Whether a phone is what is entered where an owner has none: one digit repeated, digits in a row, too few digits. */
export function isNoPhone(written: string): boolean {
  const phone = written.replaceAll('-', '')
  return phone.length < 7 || /^(\d)\1+$/.test(phone) || phone === '12345678901' || phone === '12345678910' || phone === '01234567890'
}
