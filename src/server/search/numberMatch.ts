import { SHOWN_LAST_DIGITS } from '#shared/owner/masking.ts'
import { searchTerms } from '#shared/search/condition.ts'

/**
 * How a caller may find phones and ID numbers (`trust.md` sections 5 and 9): by any part, by the whole or the last four
 * characters, or by these four only. Callers who see masks could otherwise reconstruct a number part by part.
 */
export type NumberMatch = 'part' | 'whole' | 'last'

/** Whether a word matches a number; both are folded. */
export function findsNumber(number: string, word: string, match: NumberMatch): boolean {
  if (match === 'part') return number.includes(word)
  return (match === 'whole' && number === word) || (word.length === SHOWN_LAST_DIGITS && number.endsWith(word))
}

/** At least seven digits, a final X included, optionally after a passport's letters. */
const LONG_NUMBER = /^[a-z]{0,2}\d{6,}[\dx]$/

/** The distinct words of a search that may be a whole phone or ID number. */
export function longNumbers(condition: string): readonly string[] {
  return [...new Set(searchTerms(condition).map(({ text }) => text))].filter((word) => LONG_NUMBER.test(word))
}
