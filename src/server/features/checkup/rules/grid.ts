import { placeInWords } from '#shared/place/place.ts'
import { spellings, type Draft } from './finding.ts'
import type { CheckedProperty } from './properties.ts'
import { comparedUnit, roomOnGrid } from './places.ts'
import { groupsBy } from './unions.ts'

/** Rooms whose neighbours a finding shows. */
const SHOWN = 25

interface MissingRoom {
  readonly floor: number
  readonly column: string
  /** The nearest rooms in its column. */
  readonly above: CheckedProperty
  readonly below: CheckedProperty
}

/**
 * Rooms that a unit seems to lack: the floor holds others, the column goes on above and below.
 *
 * Whole floors (4, 13, 14) are none; nor is a column that is missing as often as it is, which is how the building was built.
 */
export function grid(properties: readonly CheckedProperty[]): Draft[] {
  return [...groupsBy(properties, comparedUnit).values()].flatMap((unit): Draft[] => {
    const missing = missingRoomsOf(unit)
    if (missing.length === 0) return []
    const places = missing.map(({ below, floor, column }) => placeInWords({ ...below, room: roomAt(below.room, floor, column) }))
    const around = [...new Set(missing.slice(0, SHOWN).flatMap(({ below, above }) => [below, above]))].toSorted((one, other) => one.at - other.at)
    const why = `楼盘表缺 ${missing.length} 个房号（${spellings(places)}）：同层有其他房号，上下层有同一竖列，请核对是否漏录`
    return [{ rule: 'grid', tier: 2, why, effect: '', properties: around, missing: places, values: places }]
  })
}

function missingRoomsOf(unit: readonly CheckedProperty[]): MissingRoom[] {
  const placed = unit.flatMap((property) => {
    const place = roomOnGrid(property.room)
    return place ? [{ property, ...place }] : []
  })
  const floors = [...new Set(placed.map(({ floor }) => floor))].toSorted((one, other) => one - other)
  const missing = [...groupsBy(placed, ({ column }) => column)].flatMap(([column, rooms]) => {
    const byFloor = new Map(rooms.map(({ floor, property }) => [floor, property]))
    const [lowest, highest] = [Math.min(...byFloor.keys()), Math.max(...byFloor.keys())]
    const absent = floors.filter((floor) => floor > lowest && floor < highest && !byFloor.has(floor))
    if (absent.length * 2 > byFloor.size) return []
    return absent.flatMap((floor): MissingRoom[] => {
      const below = byFloor.get(floors.findLast((one) => one < floor && byFloor.has(one)) ?? lowest)
      const above = byFloor.get(floors.find((one) => one > floor && byFloor.has(one)) ?? highest)
      return below && above ? [{ floor, column, above, below }] : []
    })
  })
  return missing.toSorted((one, other) => one.floor - other.floor || (one.column < other.column ? -1 : 1))
}

/** A room as its neighbour is written: with as many digits, and what is behind them. */
function roomAt(neighbour: string, floor: number, column: string): string {
  const digits = /\d+/.exec(neighbour)?.[0] ?? ''
  return neighbour.replace(digits, `${Math.abs(floor)}${column}`.padStart(digits.startsWith('0') ? digits.length : 0, '0'))
}
