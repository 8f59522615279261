import type { Place } from '../../src/shared/place/place.ts'
import { nameParts, namesPart, nameUsualParts, placeParts, placeToken, type PlacePart, type PlaceToken } from '../../src/shared/search/places.ts'
import { folded } from '../../src/shared/text/folded.ts'
import { roomMatches, Tier, type RankedTerm } from '../../src/server/search/rank.ts'

interface PlainProperty extends Place {
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/**
 * How well terms match one property examined alone; null if they do not: the reference for the search.
 *
 * Follows `wire.md` section 6 text by text, without optimisations.
 */
export function plainTier(property: PlainProperty, terms: readonly RankedTerm[], initialsOf: (name: string) => string): number | null {
  const tiers = terms.map((term) => tierOf(property, term, initialsOf))
  if (tiers.includes(null)) return null
  const parts = placeParts(property, folded)
  const raised = roomMatches(terms)
    .filter(({ room }) => room.core === placeToken(folded(property.room)).core)
    .map(({ others }) => (nameUsualParts(others, parts) ? Tier.exactRoom : Tier.room))
  return Math.min(Math.max(...tiers.map(Number)), ...raised)
}

function tierOf(property: PlainProperty, term: RankedTerm, initialsOf: (name: string) => string): number | null {
  const found: number[] = []
  const look = (texts: readonly string[], whole: number, part: number): void => {
    for (const text of texts) if (text.includes(term.text)) found.push(pieces(text, term.text).includes(term.text) ? whole : part)
  }
  if (isInPlace(property, term)) found.push(Tier.place)
  if (!term.isPlaceOnly) {
    look([folded(property.ownerName)], Tier.wholeName, Tier.name)
    if (term.kind === 'letters') look([initialsOf(property.ownerName)], Tier.wholeInitials, Tier.name)
    const numbers = [folded(property.phone), folded(property.idNumber)]
    if (term.isInNumbers && term.numberMatch === 'part') look(numbers, Tier.wholeNumber, Tier.number)
    if (term.isInNumbers && term.numberMatch !== 'part') {
      for (const number of numbers.flatMap((text) => pieces(text, term.text))) {
        if (number === term.text && term.numberMatch === 'whole') found.push(Tier.wholeNumber)
        else if (term.text.length === 4 && number.endsWith(term.text)) found.push(Tier.number)
      }
    }
  }
  return found.length === 0 ? null : Math.min(...found)
}
/** The names or numbers of a text; the whole text if the search term contains the separator. */
const pieces = (text: string, word: string): string[] => (word.includes('/') ? [text] : text.split('/'))

function isInPlace(property: PlainProperty, { kind, text, tokens }: RankedTerm): boolean {
  const [parts, room] = [placeParts(property, folded), folded(property.room)]
  const words = parts.map((part) => part.text).join('-')
  if (words.includes(text) || room.includes(text)) return true
  if (kind === 'path' && nameParts(tokens, parts)) return true
  if (kind === 'place' && tokens.every((token) => isInParts(token, parts))) return true
  const [last, before] = [tokens.at(-1), tokens.slice(0, -1)]
  if (last === undefined || last.level !== '') return false
  const isNamed = placeToken(room).core === last.core
  const isMarked = /[室号房户]$/.test(last.text)
  if (before.length === 0) return isMarked && isNamed
  if (kind === 'place') return before.every((token) => isInParts(token, parts)) && (room.includes(last.text) || (isMarked && isNamed))
  if (kind !== 'path') return false
  if (nameParts(before, parts) && (room.startsWith(last.text) || isNamed)) return true
  return Array.from(text.matchAll(/-/g), ({ index }) => index).some((dash) => words.endsWith(text.slice(0, dash)) && room.startsWith(text.slice(dash + 1)))
}
const isInParts = (token: PlaceToken, parts: readonly PlacePart[]): boolean =>
  parts.some((part) => part.text.includes(token.text) || (token.level !== '' && namesPart(token, part)))
