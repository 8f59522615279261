import { withUnicodeTwins } from './privateUse.ts'

/** Control, formatting and zero-width characters, noncharacters: in a name or a number they are never meant. */
const invisible = /[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\u00AD\u2028\u2029]/gu
/** What input methods and spreadsheets write for a hyphen; NFKC leaves these as they are. */
const dashes = /[\u2010-\u2015\u2212\u2E3A\u2E3B\uFE58]/g

/**
 * A text as searches compare it: NFKC, without invisible characters, one kind of hyphen, lower-case.
 *
 * Both sides of a comparison go through it. Blanks between words stay: a condition is split at them.
 */
export function folded(text: string): string {
  return withUnicodeTwins(text)
    .replace(/[\t\r\n]+/g, ' ')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(dashes, '-')
    .toLowerCase()
}
