import { withUnicodeTwins } from './privateUse.ts'

/**
 * Whether a text is in the common form of fields: printable ASCII and common Chinese characters, no blank at either end.
 *
 * Such a text is already normalised, without line breaks or signs of damage. A loop, since it runs for every cell of a workbook
 * and takes a third of a regular expression's time.
 */
export function isPlain(text: string): boolean {
  const last = text.length - 1
  for (let index = 0; index <= last; index++) {
    const unit = text.charCodeAt(index)
    if ((unit > 0x20 && unit < 0x7f) || (unit >= 0x4e00 && unit <= 0x9fff)) continue
    if (unit !== 0x20 || index === 0 || index === last) return false
  }
  return last >= 0
}

/** Noncharacters (U+FFFE, U+FFFF, …), which are invalid in text. */
const noncharacters = /\p{Noncharacter_Code_Point}/gu
/**
 * Characters invisible on the screen: zero-width, direction and joining marks, variation selectors, soft hyphens,
 * noncharacters, control characters except tabs and line breaks.
 */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cf}\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/**
 * Text in the form for storage and comparison (`workbooks.md` section 1): NFKC, without invisible characters, trimmed; all line
 * breaks are `\n`.
 *
 * Independent of the keyboard, input method or spreadsheet: `１２０１` and `12<zero-width>01` are `1201`. Idempotent.
 */
export function normalText(text: string): string {
  if (isPlain(text)) return text
  // Removal may leave letters that compose, and composition may create characters to remove: each runs twice.
  const composed = withUnicodeTwins(text.toWellFormed()).replaceAll(invisible, '').normalize('NFKC').replaceAll(invisible, '').normalize('NFKC')
  return composed.replaceAll(lineBreaks, '\n').replaceAll('\t', ' ').trim()
}

/** Text stored in its author's form (titles, remarks): trimmed, without noncharacters, without old private-use characters. */
export function keptText(text: string): string {
  return isPlain(text) ? text : withUnicodeTwins(text).replaceAll(noncharacters, '').trim()
}

/** Whether a text has visible characters. */
export const isVisible = (text: string): boolean => normalText(text) !== ''

/** Text in the form for searches, on both sides: normalised and lower-case. */
export function searchKey(text: string): string {
  return normalText(text).toLowerCase()
}

/** The searched text of a list: {@link searchKey}, with fields separated so that no term spans two of them. */
export function searchText(fields: readonly string[]): string {
  return fields.map(searchKey).join('\n')
}

/** A search word without hyphens at its ends, which are ignored (`wire.md` section 1). */
export const withoutEndHyphens = (word: string): string => word.replaceAll(/^[-\u2010-\u2015\u2212]+|[-\u2010-\u2015\u2212]+$/g, '')

/** The words of a search, each as a {@link searchKey}; all must match. Words of only hyphens are dropped. */
export function searchWords(condition: string): string[] {
  return searchKey(condition)
    .split(/\s+/)
    .map(withoutEndHyphens)
    .filter((word) => word !== '')
}
