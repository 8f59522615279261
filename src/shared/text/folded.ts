import { withUnicodeTwins } from './privateUse.ts'

/** Control, formatting and zero-width characters and noncharacters: never intended in a name or number. */
const invisible = /[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\u00AD\u2028\u2029]/gu
/** Hyphen variants of input methods and spreadsheets, which NFKC leaves unchanged. */
const dashes = /[\u2010-\u2015\u2212\u2E3A\u2E3B\uFE58]/g

/**
 * A text in the form for searches: NFKC, without invisible characters, one kind of hyphen, lower-case.
 *
 * Applied to both sides of a comparison. Blanks between words are kept: a condition is split at them.
 */
export function folded(text: string): string {
  return withUnicodeTwins(text)
    .replace(/[\t\r\n]+/g, ' ')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(dashes, '-')
    .toLowerCase()
}
