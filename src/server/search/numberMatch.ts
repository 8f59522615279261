import { SHOWN_LAST_DIGITS } from '#shared/owner/masking.ts'
import { searchTerms } from '#shared/search/condition.ts'

/**
 * By what somebody finds a phone or an ID number (`trust.md` sections 5 and 9): any part of it, the whole or its last four
 * signs, or these four alone. Whoever sees masks would rebuild a number by its parts.
 */
export type NumberMatch = 'part' | 'whole' | 'last'

/** Whether a word finds a number; both are folded. */
export function findsNumber(number: string, word: string, match: NumberMatch): boolean {
  if (match === 'part') return number.includes(word)
  return (match === 'whole' && number === word) || (word.length === SHOWN_LAST_DIGITS && number.endsWith(word))
}

/** Seven digits at least, an X at the end counts; before them the letters of a passport. */
const LONG_NUMBER = /^[a-z]{0,2}\d{6,}[\dx]$/

/** The words of a search that may be a whole phone or ID number, each once. */
export function longNumbers(condition: string): readonly string[] {
  return [...new Set(searchTerms(condition).map(({ text }) => text))].filter((word) => LONG_NUMBER.test(word))
}
