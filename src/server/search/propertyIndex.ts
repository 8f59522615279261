import { fourGrams, joined, linesOf, type Lines } from './lines.ts'
import type { RoomNumber, UnitProperties } from './unitProperties.ts'

/** A room's number, and the rows of the properties that have it. */
export interface RoomRows extends RoomNumber {
  readonly rows: readonly number[]
}

/** All properties of a registry or a roster as the search looks through them: a row a property, in reading order. */
export interface PropertyIndex {
  readonly units: readonly UnitProperties[]
  /** The database's keys by rows. */
  readonly keys: readonly number[]
  /** Where each unit's rows begin; one more for the end of the last one's. */
  readonly firstRows: Uint32Array
  /** The unit of each row, by its place in `units`. */
  readonly unitOf: Uint32Array
  /** The different numbers of rooms: a few hundred, however many properties there are. */
  readonly rooms: readonly RoomRows[]
  /** What the parts of the properties' places read, the rooms among them. */
  readonly partTexts: ReadonlySet<string>
  readonly owners: Lines
  /** Phones and ID numbers, the two with a tab between them. */
  readonly numbers: Lines
  /** The text of `numbers` fourGrams(). */
  readonly fours: () => string
  /** The initials of the names. */
  readonly initials: (initialsOf: (name: string) => string) => Lines
  /** Room for what a search finds of each row, and of each unit; see rankProperties(). */
  readonly scratch: { readonly tiers: Uint8Array; readonly found: Uint8Array; readonly isOpen: Uint8Array }
}

/** `units` comes in reading order. */
export function createPropertyIndex(units: readonly UnitProperties[]): PropertyIndex {
  const firstRows = new Uint32Array(units.length + 1)
  for (const [at, { keys }] of units.entries()) firstRows[at + 1] = (firstRows[at] ?? 0) + keys.length
  const unitOf = new Uint32Array(firstRows[units.length] ?? 0)
  for (let at = 0; at < units.length; at++) unitOf.fill(at, firstRows[at], firstRows[at + 1])
  const rooms = roomsOf(units)
  const numbers = joined(units.map((unit) => unit.numbers))
  let [fours, initials]: [string | null, Lines | null] = [null, null]
  return {
    units,
    keys: units.flatMap(({ keys }) => keys),
    firstRows,
    unitOf,
    rooms,
    partTexts: new Set([...units.flatMap(({ parts }) => parts.map(({ text }) => text)), ...rooms.map(({ text }) => text)]),
    owners: joined(units.map(({ owners }) => owners)),
    numbers,
    fours: () => (fours ??= joined(units.map(foursOf)).text),
    initials: (initialsOf) => (initials ??= joined(units.map((unit) => (unit.initials ??= linesOf(unit.names.map(initialsOf)))))),
    scratch: { tiers: new Uint8Array(unitOf.length), found: new Uint8Array(unitOf.length), isOpen: new Uint8Array(units.length) },
  }
}

const foursOf = (unit: UnitProperties): Lines => ({ text: (unit.fours ??= fourGrams(unit.numbers.text)), starts: unit.numbers.starts })

function roomsOf(units: readonly UnitProperties[]): RoomRows[] {
  const rooms = new Map<number, RoomNumber & { readonly rows: number[] }>()
  let row = 0
  for (const unit of units) {
    for (const number of unit.rooms) {
      const room = rooms.get(number.id)
      if (room) room.rows.push(row)
      else rooms.set(number.id, { ...number, rows: [row] })
      row += 1
    }
  }
  return [...rooms.values()]
}
