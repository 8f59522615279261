import { normalText } from '../text/normalise.ts'

/** Prefixes that are not part of a number: Excel's text apostrophe, `身份证:`, `港澳通行证 `, `No.`. */
const beforeNumber = /^(?:['‘’`´]+|[\p{Script=Han}()]+:|[A-Z]+:|NO\.|ID(?=\d)|\p{Script=Han}*(?:证件?|护照|营业执照|信用代码)(?:号码|号)?\s*(?=[\dA-Z]))\s*/iu

/** An identity number without a leading apostrophe or label; `text` is normalised. */
export function withoutLabel(text: string): string {
  const rest = text.replace(beforeNumber, '')
  return rest === text ? text : withoutLabel(rest)
}

/** Brackets, blanks, dashes, quotes and apostrophes, which differ between documents. */
const punctuation = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212'"`´]+/gu
/** The usual stored form: nothing to remove. */
const plainNumber = /^[A-Z]?\d[\dA-Z]+$/

/** No digit and no mask, 0, one digit repeated. */
const saysThereIsNone = /^(?:[A-Z]*|0|(\d)\1+)$/

/**
 * An identity number in the form for comparison (`wire.md` section 3): `H00000001(01)` is `H0000000101`.
 *
 * `''` if it is not a number: empty, a text without a digit (无, -, /, 不详, 暂无), 0, one digit repeated. A mask counts as a
 * number.
 */
export function comparedId(one: string): string {
  const id = plainNumber.test(one) ? one : withoutLabel(normalText(one)).toUpperCase().replaceAll(punctuation, '')
  return saysThereIsNone.test(id.replaceAll(/[^\dA-Z*]/g, '')) ? '' : id
}

/** Whether a phone is a placeholder for none: one digit repeated, a sequence, too few digits. */
export function isNoPhone(written: string): boolean {
  const phone = written.replaceAll('-', '')
  return phone.length < 7 || /^(\d)\1+$/.test(phone) || phone === '12345678901' || phone === '12345678910' || phone === '01234567890'
}
