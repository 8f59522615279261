import { placeParts, placeToken, type PlacePart } from '#shared/search/places.ts'
import { folded } from '#shared/text/folded.ts'
import { placeKey, type Place } from '#shared/place/place.ts'
import { linesOf, type Lines } from './lines.ts'

export type UnitPlace = Omit<Place, 'room'>

/** A property as the search reads it from the registry or a roster. */
export interface SearchedProperty {
  readonly key: number
  readonly room: string
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/** A room's number, which many units have. */
export interface RoomNumber {
  /** Counted from 0 within a scope. */
  readonly id: number
  /** Folded. */
  readonly text: string
  /** What is left without its marker; see PlaceToken. */
  readonly core: string
}

/** Answers the {@link RoomNumber} of a room as it is stored: the same one for the same text. */
export function createRoomNumbers(): (room: string) => RoomNumber {
  const known = new Map<string, RoomNumber>()
  return (room) => {
    let number = known.get(room)
    if (number === undefined) {
      const text = folded(room)
      number = { id: known.size, text, core: placeToken(text).core }
      known.set(room, number)
    }
    return number
  }
}

/** The properties of one unit, in reading order. */
export interface UnitProperties {
  readonly place: UnitPlace
  /** Units in this order are in reading order. */
  readonly order: string
  readonly parts: readonly PlacePart[]
  /** The unit's place in words, folded. */
  readonly words: string
  readonly keys: readonly number[]
  readonly names: readonly string[]
  readonly rooms: readonly RoomNumber[]
  readonly owners: Lines
  /** Phones and ID numbers, the two with a tab between them. */
  readonly numbers: Lines
  /** The numbers' text fourGrams(); made when somebody first searches with a number. */
  fours: string | null
  /** The initials of the names; read when somebody first searches with letters. */
  initials: Lines | null
}

/** `properties` come in reading order. */
export function unitProperties(place: UnitPlace, properties: readonly SearchedProperty[], roomNumber: (room: string) => RoomNumber): UnitProperties {
  const parts = placeParts(place, folded)
  return {
    place,
    order: placeKey({ ...place, room: '' }),
    parts,
    words: parts.map(({ text }) => text).join('-'),
    keys: properties.map(({ key }) => key),
    names: properties.map(({ ownerName }) => ownerName),
    rooms: properties.map(({ room }) => roomNumber(room)),
    owners: linesOf(properties.map(({ ownerName }) => folded(ownerName))),
    numbers: linesOf(properties.map(({ phone, idNumber }) => `${folded(phone)}\t${folded(idNumber)}`)),
    fours: null,
    initials: null,
  }
}
