import { compareNaturally } from '#shared/text/naturalOrder.ts'
import type { BuildingGrid } from '#shared/features/voting/contract.ts'
import { compareFromTheTop } from '#shared/features/voting/rules.ts'
import { roomStateOf, type RoomState } from './roomStates.ts'

/** A room of the grid. */
export interface Cell {
  readonly propertyId: string
  readonly room: string
  /** The room in 4 digits (`console.md` section 9). */
  readonly label: string
  readonly state: RoomState
  /** Whether the route leads there. */
  readonly isPlanned: boolean
}

/** A floor across all units: a cell for each column, null if no room stands. */
export interface FloorRow {
  readonly floorNo: string
  readonly cells: readonly (Cell | null)[]
}

/** A unit's head, over as many columns as its widest floor has. */
export interface UnitHead {
  /** The unit in 2 digits; `''` if it has no name. */
  readonly label: string
  readonly firstColumn: number
  readonly columnCount: number
}

/** A building as its grid is drawn: all units side by side over common floors. */
export interface GridLayout {
  readonly units: readonly UnitHead[]
  readonly columnCount: number
  /** The top one first. */
  readonly floors: readonly FloorRow[]
  readonly roomCount: number
}

type Unit = BuildingGrid['units'][number]
type Element = Unit['floors'][number]['elements'][number]

function padded(text: string, digits: number): string {
  return text.replace(/^\d+/, (number) => number.padStart(digits, '0'))
}

/** `101` is `0101`; a room without a number in front stays as it is. */
export const roomLabel = (room: string): string => padded(room, 4)
/** `1单元` is `01单元`. */
export const unitLabel = (unit: string): string => padded(unit, 2)

/** What a room's number says of where on its floor it stands: its last two digits; null if it says nothing. */
function placeOnFloor(room: string): string | null {
  return /^\d+(\d{2}\D*)$/.exec(room)?.[1] ?? null
}

/**
 * The columns of one unit: rooms above one another end in the same two digits, so that a floor with a gap shows it.
 *
 * Where the numbers do not tell (no number, or two rooms of a floor that end alike) they are counted from the left.
 */
function columnsOf({ floors }: Unit): { readonly count: number; readonly columnOf: (element: Element, index: number) => number } {
  const places = new Set<string>()
  let hasDistinctPlaces = true
  for (const { elements } of floors) {
    const onFloor = elements.map(({ baseinfo }) => placeOnFloor(baseinfo.room))
    if (onFloor.includes(null) || new Set(onFloor).size < onFloor.length) hasDistinctPlaces = false
    for (const place of onFloor) if (place !== null) places.add(place)
  }
  const widest = floors.reduce((most, { elements }) => Math.max(most, elements.length), 0)
  // Numbers that run on from floor to floor would give each room a column of its own.
  if (!hasDistinctPlaces || places.size > Math.max(widest * 2, 8)) return { count: widest, columnOf: (_, index) => index }
  const order = new Map([...places].toSorted(compareNaturally).map((place, index) => [place, index]))
  return { count: places.size, columnOf: ({ baseinfo }, index) => order.get(placeOnFloor(baseinfo.room) ?? '') ?? index }
}

/** Leaves out the rooms that the filter does not want, and the floors and units that have none left. */
function filtered({ units }: BuildingGrid, wants: (state: RoomState) => boolean): Unit[] {
  return units
    .map(({ unitname, floors }) => ({
      unitname,
      floors: floors
        .map(({ floorno, elements }) => ({ floorno, elements: elements.filter((element) => wants(roomStateOf(element))) }))
        .filter(({ elements }) => elements.length > 0),
    }))
    .filter(({ floors }) => floors.length > 0)
}

/** A building as it is rendered: a row for each floor from the top, the units side by side. `planned`: the properties that the route leads to. */
export function gridLayout(grid: BuildingGrid, wants: (state: RoomState) => boolean = () => true, planned: ReadonlySet<string> = new Set()): GridLayout {
  const units: UnitHead[] = []
  const rows = new Map<string, (Cell | null)[]>()
  let columnCount = 0
  let roomCount = 0
  for (const unit of filtered(grid, wants)) {
    const { count, columnOf } = columnsOf(unit)
    for (const { floorno, elements } of unit.floors) {
      const row = rows.get(floorno) ?? []
      rows.set(floorno, row)
      for (const [index, element] of elements.entries()) {
        const { propertyId, room } = element.baseinfo
        const state = roomStateOf(element)
        // A vote is seen at once, the route's next plan some seconds later.
        const isPlanned = state !== 'voted' && planned.has(propertyId)
        row[columnCount + columnOf(element, index)] = { propertyId, room, label: roomLabel(room), state, isPlanned }
        roomCount += 1
      }
    }
    units.push({ label: unitLabel(unit.unitname), firstColumn: columnCount, columnCount: count })
    columnCount += count
  }
  const floors = [...rows]
    .map(([floorNo, cells]): FloorRow => ({ floorNo, cells: Array.from({ length: columnCount }, (_, column) => cells[column] ?? null) }))
    .toSorted((a, b) => compareFromTheTop(a.floorNo, b.floorNo))
  return { units, columnCount, floors, roomCount }
}

/** Where a room is in the grid, from the top left. */
export interface Position {
  readonly row: number
  readonly column: number
}

/** Where a property's room stands, rows and columns from 0; null if the grid has none of it. */
export function positionOf({ floors }: GridLayout, propertyId: string): Position | null {
  for (const [row, { cells }] of floors.entries()) {
    const column = cells.findIndex((cell) => cell?.propertyId === propertyId)
    if (column >= 0) return { row, column }
  }
  return null
}

/** The leftmost room of the top floor that has one; null in an empty grid. */
export function firstPosition({ floors }: GridLayout): Position | null {
  for (const [row, { cells }] of floors.entries()) {
    const column = cells.findIndex((cell) => cell !== null)
    if (column >= 0) return { row, column }
  }
  return null
}

/** The rooms of a row that is nearest to a column, or null if the row has none. */
function nearest(cells: readonly (Cell | null)[], column: number): number | null {
  let found: number | null = null
  for (const [index, cell] of cells.entries()) {
    if (cell && (found === null || Math.abs(index - column) < Math.abs(found - column))) found = index
  }
  return found
}

/** Where a key leads from a room: gaps are stepped over, the edge stays where it is; null for a key that leads nowhere. */
export function neighbour({ floors }: GridLayout, { row, column }: Position, key: string): Position | null {
  const cells = floors[row]?.cells ?? []
  const along = (columns: readonly number[]): Position => ({ row, column: columns.find((index) => cells[index]) ?? column })
  const right = cells.map((_, index) => index)
  switch (key) {
    case 'ArrowRight':
      return along(right.slice(column + 1))
    case 'ArrowLeft':
      return along(right.slice(0, column).toReversed())
    case 'Home':
      return along(right)
    case 'End':
      return along(right.toReversed())
    case 'ArrowDown':
    case 'ArrowUp': {
      const next = row + (key === 'ArrowDown' ? 1 : -1)
      const found = nearest(floors[next]?.cells ?? [], column)
      return found === null ? { row, column } : { row: next, column: found }
    }
    default:
      return null
  }
}
