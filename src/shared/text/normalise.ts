import { withUnicodeTwins } from './privateUse.ts'

/**
 * True for text as nearly every field holds it: printable ASCII and common Chinese characters, no blank at either end.
 *
 * Such a text is normalised already and holds no line break or sign of damage. A loop, because it runs for every cell of a
 * workbook and takes a third of a regular expression's time.
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

/** Noncharacters (U+FFFE, U+FFFF, …), which no text may hold. */
const noncharacters = /\p{Noncharacter_Code_Point}/gu
/** What takes no place on the screen: zero-width, direction and joining marks, variation selectors, soft hyphens, noncharacters, control characters but tabs and line breaks. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cf}\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/**
 * Text as it is stored and compared (`workbooks.md` section 1): NFKC, nothing invisible, trimmed; every line break is `\n`.
 *
 * The same text for whatever way a keyboard, an input method or a spreadsheet wrote it: `１２０１` and `12<zero-width>01` are
 * `1201`. What is normalised stays as it is.
 */
export function normalText(text: string): string {
  if (isPlain(text)) return text
  // Taking out may leave letters that compose, and composing may bring what is to be taken out: each runs once more.
  const composed = withUnicodeTwins(text.toWellFormed()).replaceAll(invisible, '').normalize('NFKC').replaceAll(invisible, '').normalize('NFKC')
  return composed.replaceAll(lineBreaks, '\n').replaceAll('\t', ' ').trim()
}

/** Text as it is kept where its form is its writer's own (titles, remarks): trimmed, without noncharacters, without old private-use signs. */
export function keptText(text: string): string {
  return isPlain(text) ? text : withUnicodeTwins(text).replaceAll(noncharacters, '').trim()
}

/** Whether anything of a text can be seen. */
export const isVisible = (text: string): boolean => normalText(text) !== ''

/** Text as searches compare it, on both sides: normalised and lower-case. */
export function searchKey(text: string): string {
  return normalText(text).toLowerCase()
}

/** What a list searches in: {@link searchKey}, fields kept apart so that no term runs over two of them. */
export function searchText(fields: readonly string[]): string {
  return fields.map(searchKey).join('\n')
}

/** A word of a search without hyphens at its ends, which count for nothing (`wire.md` section 1). */
export const withoutEndHyphens = (word: string): string => word.replaceAll(/^[-\u2010-\u2015\u2212]+|[-\u2010-\u2015\u2212]+$/g, '')

/** The words of a search, each as {@link searchKey} has it; all must match. One of hyphens alone is none. */
export function searchWords(condition: string): string[] {
  return searchKey(condition)
    .split(/\s+/)
    .map(withoutEndHyphens)
    .filter((word) => word !== '')
}
