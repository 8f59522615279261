import { SHOWN_LAST_DIGITS } from '#shared/owner/masking.ts'
import { MIN_NUMBER_DIGITS, WHOLE_NUMBER_DIGITS, type SearchTerm } from '#shared/search/condition.ts'
import { namesPart, nameParts, nameUsualParts, placeToken, type PlacePart, type PlaceToken } from '#shared/search/places.ts'
import type { NumberMatch } from './numberMatch.ts'
import type { SearchedProperty, SearchedRoom, SearchedUnit } from './properties.ts'

/**
 * How good a property was found, the best first (`wire.md` section 6): exact room, then places, then names, then phone and
 * ID number; among names and numbers the whole ones first.
 */
export const Tier = {
  /** The room, and every other word of place names a part of its place, as people count them. */
  exactRoom: 0,
  /** The room; other words of place are found within a part (`3栋` in `13栋`), or out of their usual order. */
  room: 1,
  place: 2,
  wholeName: 3,
  wholeInitials: 4,
  name: 5,
  wholeNumber: 6,
  number: 7,
} as const
export const TIERS = 8
export const NOT_FOUND = 255

/** Whether a property was found by a room with its place words, a whole name, or a whole phone or ID number. */
export const isExact = (tier: number): boolean => tier === Tier.exactRoom || tier === Tier.wholeName || tier === Tier.wholeNumber

/** A term, and whether it is looked for in phones and ID numbers here. */
export interface RankedTerm extends SearchTerm {
  readonly isInNumbers: boolean
  /** By what it finds a phone or an ID number. */
  readonly numberMatch: NumberMatch
  /** Places alone are looked through. */
  readonly isPlaceOnly: boolean
}

/**
 * The terms of a search as they are looked for among these properties.
 *
 * A number is a phone's or an ID number's from 4 digits on, and next to a word of place from 11 digits on.
 * @param condition looked for everywhere
 * @param location looked for in places alone
 * @param isPart whether a word equals a part of a place; asked only where it decides
 * @param numberMatch by what phones and ID numbers are found
 */
export function rankedTerms(
  condition: readonly SearchTerm[],
  location: readonly SearchTerm[],
  isPart: (word: string) => boolean,
  numberMatch: NumberMatch = 'part',
): RankedTerm[] {
  const isOfPlace = (term: SearchTerm): boolean => term.kind === 'place' || term.kind === 'path' || isPart(term.text)
  const isInNumbers = (term: SearchTerm): boolean => {
    // The number of a passport has letters: what is no number alone is looked for everywhere.
    if (term.kind !== 'digits') return term.kind === 'plain' || term.kind === 'letters'
    if (term.text.length < MIN_NUMBER_DIGITS) return false
    return term.text.length >= WHOLE_NUMBER_DIGITS || !condition.some((other) => other !== term && isOfPlace(other))
  }
  return [
    ...location.map((term) => ({ ...term, isInNumbers: false, numberMatch, isPlaceOnly: true })),
    ...condition.map((term) => ({ ...term, isInNumbers: isInNumbers(term), numberMatch, isPlaceOnly: false })),
  ]
}

/**
 * Answers how well a property of a unit is found by all terms: a {@link Tier}, or {@link NOT_FOUND}.
 *
 * @param initialsOf reads the initials of folded names; null if no letters are searched for
 */
export function createRanking(terms: readonly RankedTerm[], initialsOf: InitialsOf | null): (unit: SearchedUnit) => (property: SearchedProperty) => number {
  const matches = roomMatches(terms)
  return (unit) => {
    const finders = terms.map((term) => ({ term, isInPlace: placeFinder(unit, term) }))
    return (property) => {
      let worst: number = Tier.exactRoom
      for (const { term, isInPlace } of finders) {
        const tier = isInPlace(property.room) ? Tier.place : term.isPlaceOnly ? NOT_FOUND : tierOfOwners(property, term, initialsOf)
        if (tier === NOT_FOUND) return NOT_FOUND
        worst = Math.max(worst, tier)
      }
      for (const { room, others } of matches) {
        if (isNamed(property.room, room)) worst = Math.min(worst, nameUsualParts(others, unit.parts) ? Tier.exactRoom : Tier.room)
      }
      return worst
    }
  }
}
type InitialsOf = (names: string) => string

/** Whether a term is found in a property's place: in its unit, or in its room with what the term says of its unit. */
function placeFinder(unit: SearchedUnit, term: SearchTerm): (room: SearchedRoom) => boolean {
  if (isInUnit(unit, term)) return () => true
  const { kind, text, tokens } = term
  const { parts, words } = unit
  const ways = [(room: SearchedRoom) => room.text.includes(text)]
  const [last, before] = [tokens.at(-1), tokens.slice(0, -1)]
  if (last?.level === '' && before.length === 0) {
    // `1201室` is room 1201, whichever of the two the registry has.
    if (hasRoomMarker(last)) ways.push((room) => isNamed(room, last))
  } else if (last?.level === '' && kind === 'place') {
    const isIn = before.every((token) => parts.some((part) => isInPart(token, part)))
    if (isIn) ways.push((room) => room.text.includes(last.text) || (hasRoomMarker(last) && isNamed(room, last)))
  } else if (last?.level === '' && kind === 'path') {
    // While a room is being written: `3-1-12` shows what begins so.
    if (nameParts(before, parts)) ways.push((room) => room.text.startsWith(last.text) || isNamed(room, last))
    // As the place is written, or the end of it; a room may have a hyphen of its own.
    for (let dash = text.indexOf('-'); dash !== -1; dash = text.indexOf('-', dash + 1)) {
      const start = text.slice(dash + 1)
      if (words.endsWith(text.slice(0, dash))) ways.push((room) => room.text.startsWith(start))
    }
  }
  return (room) => ways.some((isIt) => isIt(room))
}

/** Whether a term is found in the unit's own place, and so for all of its properties. */
function isInUnit({ parts, words }: SearchedUnit, { kind, text, tokens }: SearchTerm): boolean {
  if (words.includes(text)) return true
  if (kind === 'path') return nameParts(tokens, parts)
  return kind === 'place' && tokens.every((token) => parts.some((part) => isInPart(token, part)))
}
const isInPart = (token: PlaceToken, part: PlacePart): boolean => part.text.includes(token.text) || (token.level !== '' && namesPart(token, part))

const hasRoomMarker = ({ text }: PlaceToken): boolean => /[室号房户]$/.test(text)
/** Whether a word names a room: `1201`, `1201室` and `01201` are the same one. */
const isNamed = (room: SearchedRoom, { core }: PlaceToken): boolean => room.core === core

/** How well a term finds a property by its owners: a name is better than a number. */
function tierOfOwners(property: SearchedProperty, { kind, text, isInNumbers, numberMatch }: RankedTerm, initialsOf: InitialsOf | null): number {
  const byName = tierIn(property.owners, text, Tier.wholeName, Tier.name)
  if (byName === Tier.wholeName) return byName
  if (kind === 'letters' && initialsOf) {
    property.initials ??= initialsOf(property.owners)
    const byInitials = tierIn(property.initials, text, Tier.wholeInitials, Tier.name)
    if (byInitials < byName) return byInitials
  }
  if (byName !== NOT_FOUND || !isInNumbers) return byName
  return tierIn(property.numbers, text, Tier.wholeNumber, Tier.number, numberMatch)
}

/** `whole` where a word is one of the names or numbers of a text, `part` where it is in one, as far as the match goes. */
function tierIn(text: string, word: string, whole: number, part: number, match: NumberMatch = 'part'): number {
  let tier = NOT_FOUND
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isLast = isEnd(text, at + word.length)
    if (match !== 'last' && isLast && isEnd(text, at - 1)) return whole
    if (match === 'part' || (isLast && word.length === SHOWN_LAST_DIGITS)) tier = part
  }
  return tier
}
const isEnd = (text: string, at: number): boolean => at < 0 || at === text.length || '/+\t'.includes(text[at] ?? '/')

export interface RoomMatch {
  readonly room: PlaceToken
  /** What the search says of the room's place next to it. */
  readonly others: readonly PlaceToken[]
}

/** The ways in which a search may name a room: by a word's last part, or by a word as a whole (a room may be `3-1`). */
export function roomMatches(terms: readonly SearchTerm[]): RoomMatch[] {
  // A whole phone or ID number next to a place says nothing of the place.
  const places = terms.filter(({ kind, text }) => kind === 'place' || kind === 'path' || (kind === 'digits' && text.length < WHOLE_NUMBER_DIGITS))
  return terms.flatMap((term) => {
    if (term.kind === 'digits' && !places.includes(term)) return []
    const [whole, last] = [placeToken(term.text), term.tokens.at(-1)]
    const rest = places.filter((other) => other !== term).flatMap(({ tokens }) => tokens)
    const matches: RoomMatch[] = whole.level === '' ? [{ room: whole, others: rest }] : []
    if (term.tokens.length > 1 && last?.level === '') {
      matches.push({ room: last, others: places.flatMap(({ tokens }) => tokens.filter((token) => token !== last)) })
    }
    return matches
  })
}
