import { SHOWN_LAST_DIGITS } from '#shared/owner/masking.ts'
import { MIN_NUMBER_DIGITS, WHOLE_NUMBER_DIGITS, type SearchTerm } from '#shared/search/condition.ts'
import { namesPart, nameParts, nameUsualParts, placeToken, type PlacePart, type PlaceToken } from '#shared/search/places.ts'
import type { PropertyIndex } from './propertyIndex.ts'
import { eachHit, eachNumber, isLast, isWhole, type Lines } from './lines.ts'
import type { RoomNumber, UnitProperties } from './unitProperties.ts'

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
  /** It finds a phone or an ID number only as a whole or by its last four: whoever sees masks would rebuild a number otherwise. */
  readonly isGuarded: boolean
  /** Places alone are looked through. */
  readonly isPlaceOnly: boolean
}

/**
 * The terms of a search as they are looked for among these properties.
 *
 * A number is a phone's or an ID number's from 4 digits on, and beside a word of place from 11 digits on.
 * @param condition looked for everywhere
 * @param location looked for in places alone
 * @param isPart whether a word equals a part of a place; asked only where it decides
 * @param isGuarded whether phones and ID numbers are found only whole or by their last four
 */
export function rankedTerms(
  condition: readonly SearchTerm[],
  location: readonly SearchTerm[],
  isPart: (word: string) => boolean,
  isGuarded = false,
): RankedTerm[] {
  const isOfPlace = (term: SearchTerm): boolean => term.kind === 'place' || term.kind === 'path' || isPart(term.text)
  const isInNumbers = (term: SearchTerm): boolean => {
    // The number of a passport has letters: what is no number alone is looked for everywhere.
    if (term.kind !== 'digits') return term.kind === 'plain' || term.kind === 'letters'
    if (term.text.length < MIN_NUMBER_DIGITS) return false
    return term.text.length >= WHOLE_NUMBER_DIGITS || !condition.some((other) => other !== term && isOfPlace(other))
  }
  return [
    ...location.map((term) => ({ ...term, isInNumbers: false, isGuarded, isPlaceOnly: true })),
    ...condition.map((term) => ({ ...term, isInNumbers: isInNumbers(term), isGuarded, isPlaceOnly: false })),
  ]
}

/**
 * Answers the {@link Tier} of each property that all terms find, {@link NOT_FOUND} of the others, by their rows.
 *
 * The answer is the same array for every search of an index: it is to be read before the next one.
 * @param initialsOf reads the initials of a name; null where no letters are searched for
 */
export function rankProperties(index: PropertyIndex, terms: readonly RankedTerm[], initialsOf: ((name: string) => string) | null): Uint8Array {
  const { tiers, found, isOpen } = index.scratch
  isOpen.fill(1)
  for (const [at, term] of terms.entries()) {
    found.fill(NOT_FOUND)
    findInPlaces(index, term)
    if (!term.isPlaceOnly) findInOwners(index, term, initialsOf)
    if (at === 0) tiers.set(found)
    else takeWorse(index)
    if (at < terms.length - 1) closeEmpty(index)
  }
  raiseExactRooms(index, roomMatches(terms))
  return tiers
}

/** What all terms find is as good as the worst of them. */
function takeWorse({ units, firstRows, scratch: { tiers, found, isOpen } }: PropertyIndex): void {
  for (let at = 0; at < units.length; at++) {
    if (isOpen[at] === 0) continue
    for (let row = firstRows[at]!; row < firstRows[at + 1]!; row++) if (found[row]! > tiers[row]!) tiers[row] = found[row]!
  }
}

/** Closes the units in which the terms so far find nothing: the next ones need not look at them. */
function closeEmpty({ units, firstRows, scratch: { tiers, isOpen } }: PropertyIndex): void {
  for (let at = 0; at < units.length; at++) {
    if (isOpen[at] === 0) continue
    let row = firstRows[at]!
    while (row < firstRows[at + 1]! && tiers[row] === NOT_FOUND) row++
    isOpen[at] = row < firstRows[at + 1]! ? 1 : 0
  }
}

/** Writes Tier.place where a term finds a property by its place: by its unit, or by its room with what the term says of its unit. */
function findInPlaces(index: PropertyIndex, term: SearchTerm): void {
  const { units, firstRows, scratch } = index
  const { found, isOpen } = scratch
  for (let at = 0; at < units.length; at++) if (isOpen[at] === 1 && isInUnit(units[at]!, term)) found.fill(Tier.place, firstRows[at], firstRows[at + 1])
  const find = (isIt: (room: RoomNumber) => boolean, isIn?: (unit: UnitProperties) => boolean) =>
    eachRoom(index, isIt, (row) => (found[row] = Tier.place), isIn)
  const { kind, text, tokens } = term
  find((room) => room.text.includes(text))
  const [last, before] = [tokens.at(-1), tokens.slice(0, -1)]
  if (last === undefined || last.level !== '') return
  if (before.length === 0) {
    // `1201室` is room 1201, whichever of the two the registry has.
    if (hasRoomMarker(last)) find((room) => isNamed(room, last))
    return
  }
  if (kind === 'place') {
    const isMeant = (room: RoomNumber) => room.text.includes(last.text) || (hasRoomMarker(last) && isNamed(room, last))
    find(isMeant, ({ parts }) => before.every((token) => parts.some((part) => isInPart(token, part))))
  }
  if (kind !== 'path') return
  // While a room is being written: `3-1-12` shows what begins so.
  find(
    (room) => room.text.startsWith(last.text) || isNamed(room, last),
    ({ parts }) => nameParts(before, parts),
  )
  // As the place is written, or the end of it; a room may have a hyphen of its own.
  for (let dash = text.indexOf('-'); dash !== -1; dash = text.indexOf('-', dash + 1)) {
    const [place, room] = [text.slice(0, dash), text.slice(dash + 1)]
    find(
      (other) => other.text.startsWith(room),
      ({ words }) => words.endsWith(place),
    )
  }
}

/** Writes the tier at which a term finds a property by its owners, where that is better. */
function findInOwners(index: PropertyIndex, { kind, text, isInNumbers, isGuarded }: RankedTerm, initialsOf: ((name: string) => string) | null): void {
  const { owners, numbers, scratch } = index
  const foundIn = (lines: Lines, whole: number, part: number) => (row: number, at: number) => {
    const tier = isWhole(lines, at, text.length) ? whole : part
    if (tier < scratch.found[row]!) scratch.found[row] = tier
  }
  eachHit(owners, text, foundIn(owners, Tier.wholeName, Tier.name))
  if (kind === 'letters' && initialsOf) {
    const initials = index.initials(initialsOf)
    eachHit(initials, text, foundIn(initials, Tier.wholeInitials, Tier.name))
  }
  if (!isInNumbers) return
  const found = foundIn(numbers, Tier.wholeNumber, Tier.number)
  const isOpen = (at: number): boolean =>
    !isGuarded || isWhole(numbers, at, text.length) || (text.length === SHOWN_LAST_DIGITS && isLast(numbers, at, text.length))
  const inNumbers = (row: number, at: number): void => {
    if (isOpen(at)) found(row, at)
  }
  if (kind === 'digits') eachNumber(numbers, index.fours(), text, inNumbers)
  else eachHit(numbers, text, inNumbers)
}

/** Whether a term is found in the unit's own place, and so for all of its properties. */
function isInUnit({ parts, words }: UnitProperties, { kind, text, tokens }: SearchTerm): boolean {
  if (words.includes(text)) return true
  if (kind === 'path') return nameParts(tokens, parts)
  return kind === 'place' && tokens.every((token) => parts.some((part) => isInPart(token, part)))
}
const isInPart = (token: PlaceToken, part: PlacePart): boolean => part.text.includes(token.text) || (token.level !== '' && namesPart(token, part))

/**
 * Calls `found` for each property with such a room, in such a unit that is open.
 *
 * @param isIn asked once a unit; all units where it is missing
 */
function eachRoom(index: PropertyIndex, isIt: (room: RoomNumber) => boolean, found: (row: number) => void, isIn?: (unit: UnitProperties) => boolean): void {
  const { units, unitOf, rooms, scratch } = index
  const chosen = rooms.filter(isIt)
  if (chosen.length === 0) return
  const isInUnits = isIn && units.map((unit, at) => scratch.isOpen[at] === 1 && isIn(unit))
  for (const { rows } of chosen) for (const row of rows) if (!isInUnits || isInUnits[unitOf[row]!]) found(row)
}

const hasRoomMarker = ({ text }: PlaceToken): boolean => /[室号房户]$/.test(text)
/** Whether a word names a room: `1201`, `1201室` and `01201` are the same one. */
const isNamed = (room: RoomNumber, { core }: PlaceToken): boolean => room.core === core

/** Puts the properties first whose room one of the words names. */
function raiseExactRooms(index: PropertyIndex, matches: readonly RoomMatch[]): void {
  const { units, unitOf, scratch } = index
  const { tiers } = scratch
  for (const { room, others } of matches) {
    eachRoom(
      index,
      (each) => isNamed(each, room),
      (row) => {
        if (tiers[row] === NOT_FOUND) return
        const tier = nameUsualParts(others, units[unitOf[row]!]!.parts) ? Tier.exactRoom : Tier.room
        if (tier < tiers[row]!) tiers[row] = tier
      },
    )
  }
}

export interface RoomMatch {
  readonly room: PlaceToken
  /** What the search says of the room's place beside it. */
  readonly others: readonly PlaceToken[]
}

/** The ways in which a search may name a room: by a word's last part, or by a word as a whole (a room may be `3-1`). */
export function roomMatches(terms: readonly SearchTerm[]): RoomMatch[] {
  // A whole phone or ID number beside a place says nothing of the place.
  const places = terms.filter(({ kind, text }) => kind === 'place' || kind === 'path' || (kind === 'digits' && text.length < WHOLE_NUMBER_DIGITS))
  return terms.flatMap((term) => {
    if (term.kind === 'digits' && !places.includes(term)) return []
    const [whole, last] = [placeToken(term.text), term.tokens.at(-1)]
    const beside = places.filter((other) => other !== term).flatMap(({ tokens }) => tokens)
    const matches: RoomMatch[] = whole.level === '' ? [{ room: whole, others: beside }] : []
    if (term.tokens.length > 1 && last?.level === '') {
      matches.push({ room: last, others: places.flatMap(({ tokens }) => tokens.filter((token) => token !== last)) })
    }
    return matches
  })
}
