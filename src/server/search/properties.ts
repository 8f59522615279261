import { placeKey, type Place } from '#shared/place/place.ts'
import { placeParts, placeToken, type PlacePart } from '#shared/search/places.ts'
import { folded } from '#shared/text/folded.ts'
import { naturalKey } from '#shared/text/naturalOrder.ts'

/** A property as read by the search from the registry or a roster. */
export interface PropertyRow extends Place {
  readonly key: number
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/** A room number, shared by many units. */
export interface SearchedRoom {
  /** Folded. */
  readonly text: string
  /** The text without its marker; see PlaceToken. */
  readonly core: string
  /** Sort key for reading order. */
  readonly order: string
}

export interface SearchedProperty {
  readonly key: number
  readonly room: SearchedRoom
  /** The owners' names, folded. */
  readonly owners: string
  /** Phones and ID numbers, folded, separated by a tab. */
  readonly numbers: string
  /** The initials of the names; computed at the first search with letters. */
  initials: string | null
}

export interface SearchedUnit {
  readonly parts: readonly PlacePart[]
  /** The unit's place in words, folded. */
  readonly words: string
  /** In reading order. */
  readonly properties: readonly SearchedProperty[]
}

/** All properties of a registry or a roster, in reading order. */
export interface SearchedProperties {
  readonly units: readonly SearchedUnit[]
  readonly count: number
  /** Whether a folded word is a part of a place, or a room. */
  readonly isPart: (word: string) => boolean
}

const unitKey = ({ period, zone, building, unit }: Place): string => [period, zone, building, unit].join('\u0001')

/** Collects rows in any order, chunk by chunk. */
export function collectProperties() {
  const units = new Map<string, { readonly order: string; readonly unit: SearchedUnit; readonly properties: SearchedProperty[] }>()
  const rooms = new Map<string, SearchedRoom>()
  let count = 0

  function unitOf(row: PropertyRow) {
    const key = unitKey(row)
    const known = units.get(key)
    if (known) return known
    const [parts, properties] = [placeParts(row, folded), [] as SearchedProperty[]]
    // Units that read alike (`3栋`, `三栋`) are sorted by their letters.
    const order = `${placeKey({ ...row, room: '' })}\u0000${key}`
    const added = { order, unit: { parts, words: parts.map(({ text }) => text).join('-'), properties }, properties }
    units.set(key, added)
    return added
  }

  function roomOf(room: string): SearchedRoom {
    const known = rooms.get(room)
    if (known) return known
    const text = folded(room)
    const added = { text, core: placeToken(text).core, order: naturalKey(room) }
    rooms.set(room, added)
    return added
  }

  return {
    add(rows: readonly PropertyRow[]): void {
      for (const row of rows) {
        const { key, room, ownerName, phone, idNumber } = row
        unitOf(row).properties.push({
          key,
          room: roomOf(room),
          owners: folded(ownerName),
          numbers: `${folded(phone)}\t${folded(idNumber)}`,
          initials: null,
        })
      }
      count += rows.length
    },

    done(): SearchedProperties {
      const sorted = [...units.values()].toSorted((a, b) => (a.order < b.order ? -1 : 1))
      for (const { properties } of sorted) {
        properties.sort((a, b) => (a.room.order === b.room.order ? a.key - b.key : a.room.order < b.room.order ? -1 : 1))
      }
      const texts = new Set([...sorted.flatMap(({ unit }) => unit.parts.map(({ text }) => text)), ...[...rooms.values()].map(({ text }) => text)])
      return { units: sorted.map(({ unit }) => unit), count, isPart: (word) => texts.has(word) }
    },
  }
}
