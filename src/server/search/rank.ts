import { MIN_NUMBER_DIGITS, WHOLE_NUMBER_DIGITS, type SearchTerm } from '#shared/search/condition.ts'
import { namesPart, nameParts, nameUsualParts, placeToken, type PlaceToken } from '#shared/search/places.ts'
import { eachBeginning, eachEqual, eachHit, isWhole, type Lines, type UnitHouses } from './unitHouses.ts'

/**
 * How good a house was found, the best first (`wire.md` section 6): exact room, then places, then names, then phone and
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

/** Whether a house was found by a room with its place words, a whole name, or a whole phone or ID number. */
export const isExact = (tier: number): boolean => tier === Tier.exactRoom || tier === Tier.wholeName || tier === Tier.wholeNumber

/** A term, and whether it is looked for in phones and ID numbers here. */
export interface RankedTerm extends SearchTerm {
  readonly isInNumbers: boolean
  /** Places alone are looked through. */
  readonly isPlaceOnly: boolean
}

/**
 * The terms of a search as they are looked for among these houses.
 *
 * A number is a phone's or an ID number's from 4 digits on, and beside a word of place from 11 digits on.
 * @param condition looked for everywhere
 * @param location looked for in places alone
 * @param isPart whether a word equals a part of a place; asked only where it decides
 */
export function rankedTerms(condition: readonly SearchTerm[], location: readonly SearchTerm[], isPart: (word: string) => boolean): RankedTerm[] {
  const isOfPlace = (term: SearchTerm): boolean => term.kind === 'place' || term.kind === 'path' || isPart(term.text)
  const isInNumbers = (term: SearchTerm): boolean => {
    // The number of a passport has letters: what is no number alone is looked for everywhere.
    if (term.kind !== 'digits') return term.kind === 'plain' || term.kind === 'letters'
    if (term.text.length < MIN_NUMBER_DIGITS) return false
    return term.text.length >= WHOLE_NUMBER_DIGITS || !condition.some((other) => other !== term && isOfPlace(other))
  }
  return [
    ...location.map((term) => ({ ...term, isInNumbers: false, isPlaceOnly: true })),
    ...condition.map((term) => ({ ...term, isInNumbers: isInNumbers(term), isPlaceOnly: false })),
  ]
}

/** Whether a unit's place or one of its rooms has a part that reads so. */
export function hasPart({ parts, rooms }: UnitHouses, word: string): boolean {
  return parts.some(({ text }) => text === word) || rooms.text.includes(`\n${word}\n`)
}

/**
 * Answers the {@link Tier} of each house of a unit that all terms find, {@link NOT_FOUND} of the others; null where they find none.
 *
 * The answer is the same array for every unit: it is to be read before the next one is asked for.
 */
export function createRanking(terms: readonly RankedTerm[]): (unit: UnitHouses) => Uint8Array | null {
  const readings = roomReadings(terms)
  // Thousands of units are asked for at each key that somebody presses.
  let [tiers, found] = [new Uint8Array(256), new Uint8Array(256)]
  return (unit) => {
    const size = unit.keys.length
    if (size > tiers.length) [tiers, found] = [new Uint8Array(size * 2), new Uint8Array(size * 2)]
    tiers.fill(0, 0, size)
    for (const term of terms) {
      if (isInUnit(unit, term)) found.fill(Tier.place, 0, size)
      else {
        found.fill(NOT_FOUND, 0, size)
        if (!findHouses(unit, term, found)) return null
      }
      for (let row = 0; row < size; row++) if ((found[row] ?? 0) > (tiers[row] ?? 0)) tiers[row] = found[row] ?? 0
    }
    raiseExactRooms(unit, readings, tiers)
    return tiers
  }
}

/** Writes the best tier at which one term finds each house; answers whether it finds any. */
function findHouses(unit: UnitHouses, term: RankedTerm, tiers: Uint8Array): boolean {
  let isAny = false
  const found = (row: number, tier: number) => {
    isAny = true
    if (tier < (tiers[row] ?? 0)) tiers[row] = tier
  }
  findRooms(unit, term, (row) => found(row, Tier.place))
  if (term.isPlaceOnly) return isAny
  const findIn = (lines: Lines, whole: number, part: number) =>
    eachHit(lines, term.text, (row, at) => found(row, isWhole(lines, at, term.text.length) ? whole : part))
  findIn(unit.owners, Tier.wholeName, Tier.name)
  if (term.kind === 'letters' && unit.initials) findIn(unit.initials, Tier.wholeInitials, Tier.name)
  if (term.isInNumbers) findIn(unit.numbers, Tier.wholeNumber, Tier.number)
  return isAny
}

/** Whether a term is found in the unit's own place, and so for all of its houses. */
function isInUnit({ parts, words }: UnitHouses, { kind, text, tokens }: SearchTerm): boolean {
  if (words.includes(text)) return true
  if (kind === 'path') return nameParts(tokens, parts)
  return kind === 'place' && tokens.every((token) => parts.some((part) => isInPart(token, part)))
}
const isInPart = (token: PlaceToken, part: UnitHouses['parts'][number]): boolean =>
  part.text.includes(token.text) || (token.level !== '' && namesPart(token, part))

/** Finds the rooms that a term names, whole or in part, with what else it says of their place. */
function findRooms(unit: UnitHouses, { kind, text, tokens }: SearchTerm, found: (row: number) => void): void {
  eachHit(unit.rooms, text, found)
  const [last, before] = [tokens.at(-1), tokens.slice(0, -1)]
  if (last === undefined || last.level !== '') return
  const findNamed = () => eachRoomNamed(unit, last, found)
  if (before.length === 0) {
    // `1201室` is room 1201, whichever of the two the registry has.
    if (hasRoomMarker(last)) findNamed()
    return
  }
  if (kind === 'place' && before.every((token) => unit.parts.some((part) => isInPart(token, part)))) {
    eachHit(unit.rooms, last.text, found)
    if (hasRoomMarker(last)) findNamed()
  }
  if (kind !== 'path') return
  if (nameParts(before, unit.parts)) {
    // While a room is being written: `3-1-12` shows what begins so.
    eachBeginning(unit.rooms, last.text, found)
    findNamed()
  }
  // As the place is written, or the end of it; a room may have a hyphen of its own.
  for (let dash = text.indexOf('-'); dash !== -1; dash = text.indexOf('-', dash + 1)) {
    if (unit.words.endsWith(text.slice(0, dash))) eachBeginning(unit.rooms, text.slice(dash + 1), found)
  }
}
const hasRoomMarker = ({ text }: PlaceToken): boolean => /[室号房户]$/.test(text)

/** Calls `found` for each house whose room a word names: `1201`, `1201室` and `01201` are the same one. */
function eachRoomNamed({ roomCores }: UnitHouses, { core }: PlaceToken, found: (row: number) => void): void {
  eachEqual(roomCores, core, found)
}

/** Puts the houses first whose room one of the words names. */
function raiseExactRooms(unit: UnitHouses, readings: readonly RoomReading[], tiers: Uint8Array): void {
  for (const { room, others } of readings) {
    const tier = nameUsualParts(others, unit.parts) ? Tier.exactRoom : Tier.room
    eachRoomNamed(unit, room, (row) => {
      if (tiers[row] !== NOT_FOUND && tier < (tiers[row] ?? 0)) tiers[row] = tier
    })
  }
}

export interface RoomReading {
  readonly room: PlaceToken
  /** What the search says of the room's place beside it. */
  readonly others: readonly PlaceToken[]
}

/** The ways in which a search may name a room: by a word's last part, or by a word as a whole (a room may be `3-1`). */
export function roomReadings(terms: readonly SearchTerm[]): RoomReading[] {
  // A whole phone or ID number beside a place says nothing of the place.
  const places = terms.filter(({ kind, text }) => kind === 'place' || kind === 'path' || (kind === 'digits' && text.length < WHOLE_NUMBER_DIGITS))
  return terms.flatMap((term) => {
    if (term.kind === 'digits' && !places.includes(term)) return []
    const [whole, last] = [placeToken(term.text), term.tokens.at(-1)]
    const beside = places.filter((other) => other !== term).flatMap(({ tokens }) => tokens)
    const readings: RoomReading[] = whole.level === '' ? [{ room: whole, others: beside }] : []
    if (term.tokens.length > 1 && last?.level === '') {
      readings.push({ room: last, others: places.flatMap(({ tokens }) => tokens.filter((token) => token !== last)) })
    }
    return readings
  })
}
