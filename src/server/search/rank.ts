import { SHOWN_LAST_DIGITS } from '#shared/owner/masking.ts'
import { MIN_NUMBER_DIGITS, WHOLE_NUMBER_DIGITS, type SearchTerm } from '#shared/search/condition.ts'
import { namesPart, nameParts, nameUsualParts, placeToken, type PlacePart, type PlaceToken } from '#shared/search/places.ts'
import type { NumberMatch } from './numberMatch.ts'
import type { SearchedProperty, SearchedRoom, SearchedUnit } from './properties.ts'

/**
 * Quality of a match, best first (`wire.md` section 6): exact room, then places, then names, then phone and ID number;
 * among names and numbers the whole ones first.
 */
export const Tier = {
  /** The room, and every other place word names a part of its place in the usual way (`nameUsualParts`). */
  exactRoom: 0,
  /** The room; other place words match within a part (`3栋` in `13栋`), or not in the usual order. */
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

/** Whether a property matched by a room with its place words, a whole name, or a whole phone or ID number. */
export const isExact = (tier: number): boolean => tier === Tier.exactRoom || tier === Tier.wholeName || tier === Tier.wholeNumber

/** A term, and whether it is also matched against phones and ID numbers. */
export interface RankedTerm extends SearchTerm {
  readonly isInNumbers: boolean
  /** How it matches phones and ID numbers. */
  readonly numberMatch: NumberMatch
  /** Matched against places only. */
  readonly isPlaceOnly: boolean
}

/**
 * Prepares the terms of a search for these properties.
 *
 * A number counts as a phone or ID number from 4 digits on, next to a place word from 11 digits on.
 * @param condition matched everywhere
 * @param location matched against places only
 * @param isPart whether a word equals a part of a place; called only if that decides
 * @param numberMatch how phones and ID numbers match
 */
export function rankedTerms(
  condition: readonly SearchTerm[],
  location: readonly SearchTerm[],
  isPart: (word: string) => boolean,
  numberMatch: NumberMatch = 'part',
): RankedTerm[] {
  const isOfPlace = (term: SearchTerm): boolean => term.kind === 'place' || term.kind === 'path' || isPart(term.text)
  const isInNumbers = (term: SearchTerm): boolean => {
    // Passport numbers have letters: terms that are not only digits are matched everywhere.
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
 * Returns a function rating how well a property of a unit matches all terms: a {@link Tier}, or {@link NOT_FOUND}.
 *
 * @param initialsOf returns the initials of folded names; null if no letters are searched for
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

/** Whether a term matches a property's place: its unit, or its room plus the term's words on the unit. */
function placeFinder(unit: SearchedUnit, term: SearchTerm): (room: SearchedRoom) => boolean {
  if (isInUnit(unit, term)) return () => true
  const { kind, text, tokens } = term
  const { parts, words } = unit
  const ways = [(room: SearchedRoom) => room.text.includes(text)]
  const [last, before] = [tokens.at(-1), tokens.slice(0, -1)]
  if (last?.level === '' && before.length === 0) {
    // `1201室` is room 1201, whichever form the registry has.
    if (hasRoomMarker(last)) ways.push((room) => isNamed(room, last))
  } else if (last?.level === '' && kind === 'place') {
    const isIn = before.every((token) => parts.some((part) => isInPart(token, part)))
    if (isIn) ways.push((room) => room.text.includes(last.text) || (hasRoomMarker(last) && isNamed(room, last)))
  } else if (last?.level === '' && kind === 'path') {
    // For a room still being typed: `3-1-12` matches rooms with that prefix.
    if (nameParts(before, parts)) ways.push((room) => room.text.startsWith(last.text) || isNamed(room, last))
    // The place as written, or its end; a room may contain a hyphen.
    for (let dash = text.indexOf('-'); dash !== -1; dash = text.indexOf('-', dash + 1)) {
      const start = text.slice(dash + 1)
      if (words.endsWith(text.slice(0, dash))) ways.push((room) => room.text.startsWith(start))
    }
  }
  return (room) => ways.some((isIt) => isIt(room))
}

/** Whether a term matches the unit's own place, and so all of its properties. */
function isInUnit({ parts, words }: SearchedUnit, { kind, text, tokens }: SearchTerm): boolean {
  if (words.includes(text)) return true
  if (kind === 'path') return nameParts(tokens, parts)
  return kind === 'place' && tokens.every((token) => parts.some((part) => isInPart(token, part)))
}
const isInPart = (token: PlaceToken, part: PlacePart): boolean => part.text.includes(token.text) || (token.level !== '' && namesPart(token, part))

const hasRoomMarker = ({ text }: PlaceToken): boolean => /[室号房户]$/.test(text)
/** Whether a word names a room: `1201`, `1201室` and `01201` are equal. */
const isNamed = (room: SearchedRoom, { core }: PlaceToken): boolean => room.core === core

/** How well a term matches a property's owners: names rank above numbers. */
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

/** `whole` if a word is one of the names or numbers of a text, `part` if it is contained in one, as far as `match` allows. */
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
  /** The search's other words about the room's place. */
  readonly others: readonly PlaceToken[]
}

/** The ways a search may name a room: by the last part of a word, or by a whole word (a room may be `3-1`). */
export function roomMatches(terms: readonly SearchTerm[]): RoomMatch[] {
  // A whole phone or ID number next to a place is not part of the place.
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
