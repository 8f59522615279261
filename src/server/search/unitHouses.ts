import { placeParts, placeToken, type PlacePart } from '#shared/search/places.ts'
import { folded } from '#shared/text/folded.ts'
import { placeKey, type Place } from '#shared/place/place.ts'

export type UnitPlace = Omit<Place, 'room'>

/** A house as the search reads it from the registry or a roster. */
export interface SearchedHouse {
  readonly key: number
  readonly room: string
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/** A text a house, kept as one: looking through all of them at once costs a fraction of looking at each. */
export interface Lines {
  /** Folded lines with a line feed before, between and behind them. */
  readonly text: string
  /** Where each line starts in `text`. */
  readonly starts: readonly number[]
}

/** The houses of one unit as the search looks through them, in reading order. */
export interface UnitHouses {
  readonly place: UnitPlace
  /** Units in this order are in reading order. */
  readonly order: string
  readonly parts: readonly PlacePart[]
  /** The unit's place in words, folded. */
  readonly words: string
  readonly keys: readonly number[]
  readonly names: readonly string[]
  readonly rooms: Lines
  /** What is left of the rooms without their markers; see PlaceToken. */
  readonly roomCores: Lines
  readonly owners: Lines
  /** Phones and ID numbers, the two with a tab between them. */
  readonly numbers: Lines
  /** The initials of the names; read when somebody first searches with letters. */
  initials: Lines | null
}

export function linesOf(lines: readonly string[]): Lines {
  const starts: number[] = []
  let at = 1
  for (const line of lines) {
    starts.push(at)
    at += line.length + 1
  }
  return { text: `\n${lines.join('\n')}\n`, starts }
}

/** `houses` comes in reading order. */
export function unitHouses(place: UnitPlace, houses: readonly SearchedHouse[]): UnitHouses {
  const rooms = houses.map(({ room }) => folded(room))
  const parts = placeParts(place, folded)
  return {
    place,
    order: placeKey({ ...place, room: '' }),
    parts,
    words: parts.map(({ text }) => text).join('-'),
    keys: houses.map(({ key }) => key),
    names: houses.map(({ ownerName }) => ownerName),
    rooms: linesOf(rooms),
    roomCores: linesOf(rooms.map((room) => placeToken(room).core)),
    owners: linesOf(houses.map(({ ownerName }) => folded(ownerName))),
    numbers: linesOf(houses.map(({ phone, idNumber }) => `${folded(phone)}\t${folded(idNumber)}`)),
    initials: null,
  }
}

/** Calls `found` for each place at which a word stands, with the line's number. */
export function eachHit({ text, starts }: Lines, word: string, found: (line: number, at: number) => void): void {
  let line = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    while ((starts[line + 1] ?? Infinity) <= at) line += 1
    found(line, at)
  }
}

/** Calls `found` for each line that begins with a word, with the line's number. */
export function eachBeginning(lines: Lines, word: string, found: (line: number) => void): void {
  eachHit(lines, `\n${word}`, (line, at) => found(lines.starts[line] === at + 1 ? line : line + 1))
}

/** Calls `found` for each line that is this word and nothing else. */
export function eachEqual(lines: Lines, word: string, found: (line: number) => void): void {
  eachBeginning(lines, `${word}\n`, found)
}

/** Whether what stands there is a whole name or number: `/`, a tab or the end of the line on both sides. */
export function isWhole({ text }: Lines, at: number, length: number): boolean {
  return '\n\t/'.includes(text.charAt(at - 1)) && '\n\t/'.includes(text.charAt(at + length))
}
