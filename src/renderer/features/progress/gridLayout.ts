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
  /** Whether it is on the route. */
  readonly isPlanned: boolean
}

/** A floor across all units: a cell per column, null where there is no room. */
export interface FloorRow {
  readonly floorNo: string
  readonly cells: readonly (Cell | null)[]
}

/** A unit's heading, spanning the columns of its widest floor. */
export interface UnitHead {
  /** The unit in 2 digits; `''` if unnamed. */
  readonly label: string
  readonly firstColumn: number
  readonly columnCount: number
}

/** A building's grid: all units side by side over common floors. */
export interface GridLayout {
  readonly units: readonly UnitHead[]
  readonly columnCount: number
  /** Top floor first. */
  readonly floors: readonly FloorRow[]
  readonly roomCount: number
}

type Unit = BuildingGrid['units'][number]
type Element = Unit['floors'][number]['elements'][number]

function padded(text: string, digits: number): string {
  return text.replace(/^\d+/, (number) => number.padStart(digits, '0'))
}

/** `101` becomes `0101`; a room without leading number is unchanged. */
export const roomLabel = (room: string): string => padded(room, 4)
/** `1单元` becomes `01单元`. */
export const unitLabel = (unit: string): string => padded(unit, 2)

/** A room's position on its floor by its number: the last two digits; null if not recognisable. */
function placeOnFloor(room: string): string | null {
  return /^\d+(\d{2}\D*)$/.exec(room)?.[1] ?? null
}

/**
 * The columns of a unit: rooms above one another share their last two digits, so that gaps in a floor are visible.
 *
 * If the numbers are not conclusive (no number, or two rooms on a floor with the same ending), rooms are counted from the left.
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
  // Numbers that continue from floor to floor would give each room its own column.
  if (!hasDistinctPlaces || places.size > Math.max(widest * 2, 8)) return { count: widest, columnOf: (_, index) => index }
  const order = new Map([...places].toSorted(compareNaturally).map((place, index) => [place, index]))
  return { count: places.size, columnOf: ({ baseinfo }, index) => order.get(placeOnFloor(baseinfo.room) ?? '') ?? index }
}

/** Removes rooms that do not match the filter, and floors and units left empty. */
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

/** A building's grid for rendering: one row per floor from the top, units side by side. `planned`: the properties on the route. */
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
        // A vote is visible immediately, the route's update some seconds later.
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

/** A room's grid position, from the top left. */
export interface Position {
  readonly row: number
  readonly column: number
}

/** The grid position of a property, zero-based; null if it is not in the grid. */
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

/** The column of a row's room nearest to a column; null if the row is empty. */
function nearest(cells: readonly (Cell | null)[], column: number): number | null {
  let found: number | null = null
  for (const [index, cell] of cells.entries()) {
    if (cell && (found === null || Math.abs(index - column) < Math.abs(found - column))) found = index
  }
  return found
}

/** The position that a key moves to: skips gaps, stays at the edges; null for other keys. */
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
