import { placeInWords, type Place } from '#shared/place/place.ts'
import { fewerHeads, spellings, type Draft } from './finding.ts'
import type { CheckedProperty, Situation } from './properties.ts'
import { groupsBy, repeatedBy } from './groups.ts'
import { naturalKey } from '#shared/text/naturalOrder.ts'

/** Suffixes of the parts of a place, often omitted or varied. */
const endings = { period: /期$/, zone: /[区苑]$/, building: /(?:号楼|栋|幢|座|楼|号)$/, unit: /(?:单元|门|梯)$/, room: /(?:室|房|号)$/ } as const

/** A part without its suffix if a number or a letter remains: `三栋`, `3幢` and `03号楼` are `3`; `东区` stays. */
function plainPart(kind: keyof typeof endings, part: string): string {
  const text = part.normalize('NFKC').toLowerCase()
  const rest = text.replace(endings[kind], '')
  const isNumbered = /[\da-z零一二三四五六七八九十]$/.test(rest)
  return naturalKey(isNumbered ? rest : text)
}

const known = new Map<string, string>()
const REMEMBERED = 50_000

/** The same, cached: an estate has few buildings and units. */
function remembered(kind: keyof typeof endings, part: string): string {
  if (part === '') return ''
  const key = `${kind} ${part}`
  const found = known.get(key)
  if (found !== undefined) return found
  const plain = plainPart(kind, part)
  if (known.size >= REMEMBERED) known.clear()
  known.set(key, plain)
  return plain
}

/** A building's unit normalized for comparison. */
function comparedUnit({ period, zone, building, unit }: Omit<Place, 'room'>): string {
  return [remembered('period', period), remembered('zone', zone), remembered('building', building), remembered('unit', unit)].join('\u0001')
}

/** A property's place normalized for comparison: `三栋-一单元-0101` is `3幢-1单元-101`. */
function comparedPlace(place: Place): string {
  return `${comparedUnit(place)}\u0001${remembered('room', place.room)}`
}

/** Floor and column of a room number: `1201` is on floor 12, column `01`; null if it has none. */
function roomOnGrid(room: string): { readonly floor: number; readonly column: string } | null {
  const match = /^(-?)(\d{1,3})(\d{2})\D*$/.exec(room)
  if (!match) return null
  const [, sign = '', floor = '', column = ''] = match
  return Number(floor) === 0 ? null : { floor: Number(floor) * (sign === '' ? 1 : -1), column }
}

/** The category of parking spaces, which are numbered separately. */
const PARKING = 3

/** One place in several spellings (0101 and 101, 1单元 and 一单元): a duplicate property, and mostly a duplicate head. */
export function samePlace(properties: readonly CheckedProperty[], { rightCount }: Situation): Draft[] {
  const sizes = new Map<number, number>()
  for (const { right } of properties) sizes.set(right, (sizes.get(right) ?? 0) + 1)
  const groups = repeatedBy(properties, (property) => `${comparedPlace(property)}\u0001${property.category === PARKING ? 'parking' : ''}`)
  return [...groups.values()].map((group) => ({
    rule: 'samePlace',
    tier: 1,
    why: `同一位置写了 ${group.length} 次：${spellings(group.map(placeInWords))}，请核对后只保留一条`,
    effect: fewerHeads('只留一条后', rightCount, emptied(group.slice(1), sizes)),
    properties: group,
    missing: [],
    values: group.flatMap((property) => [placeInWords(property), property.ballotId]),
  }))
}

/** How many rights lose all of their properties with these removed. */
function emptied(removed: readonly CheckedProperty[], sizes: ReadonlyMap<number, number>): number {
  return [...groupsBy(removed, ({ right }) => right)].filter(([right, group]) => group.length === sizes.get(right)).length
}

/** Rooms shown with their neighbours in a finding. */
const SHOWN = 25

interface MissingRoom {
  readonly floor: number
  readonly column: string
  /** The nearest rooms in its column. */
  readonly above: CheckedProperty
  readonly below: CheckedProperty
}

/**
 * Rooms that a unit seems to lack: the floor has others, and the column continues above and below.
 *
 * Whole missing floors (4, 13, 14) do not count; nor does a column that is missing as often as present, which is the building's layout.
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

/** The missing room's number in its neighbour's format: same number of digits, same suffix. */
function roomAt(neighbour: string, floor: number, column: string): string {
  const digits = /\d+/.exec(neighbour)?.[0] ?? ''
  return neighbour.replace(digits, `${Math.abs(floor)}${column}`.padStart(digits.startsWith('0') ? digits.length : 0, '0'))
}

/** Minimum properties in a stack to determine what is usual. */
const STACK = 5
/** Six standard deviations, by the median of the absolute deviations. */
const SPREAD = 6 * 1.4826
/** 5 m², in 0.01 m². */
const LEAST = 500
const [SMALL, LARGE] = [0.6, 1.7]

/** Areas that do not fit the properties above and below. */
export function area(properties: readonly CheckedProperty[]): Draft[] {
  const stacks = groupsBy(properties, stackOf)
  const drafts = [...stacks.values()].flatMap((stack): Draft[] => {
    if (stack.length < STACK) return []
    const usual = median(stack.map(({ areaHundredths }) => areaHundredths))
    const spread = median(stack.map(({ areaHundredths }) => Math.abs(areaHundredths - usual)))
    const top = Math.max(...stack.map(floorOf))
    return stack
      .filter(({ areaHundredths }) => isOdd(areaHundredths, usual, spread))
      .map((property) => draftOf(property, { count: stack.length, usual, isTop: floorOf(property) === top }))
  })
  return drafts.toSorted((one, other) => (one.properties[0]?.at ?? 0) - (other.properties[0]?.at ?? 0))
}

function isOdd(size: number, usual: number, spread: number): boolean {
  const away = Math.abs(size - usual)
  return (away > SPREAD * spread && away > LEAST) || size < SMALL * usual || size > LARGE * usual
}

function draftOf(property: CheckedProperty, { count, usual, isTop }: { readonly count: number; readonly usual: number; readonly isTop: boolean }): Draft {
  const column = roomOnGrid(property.room)?.column ?? ''
  const why = `登记面积 ${squareMetres(property.areaHundredths)}㎡，同一竖列（尾号 ${column}，共 ${count} 套）的中位数是 ${squareMetres(usual)}㎡${isTop ? '；顶层面积常有不同，供核对' : '，请核对'}`
  return { rule: 'area', tier: isTop ? 3 : 2, why, effect: '', properties: [property], missing: [], values: [property.areaHundredths, usual, isTop ? 1 : 0] }
}

/** Building, unit, last two digits of the room, and category; null if the room has no floor. */
function stackOf(property: CheckedProperty): string | null {
  const place = roomOnGrid(property.room)
  return place && `${comparedUnit(property)}\u0001${place.column}\u0001${property.category}`
}

const floorOf = ({ room }: CheckedProperty): number => roomOnGrid(room)?.floor ?? 0
const squareMetres = (hundredths: number): string => (hundredths / 100).toFixed(2)

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return Math.round((low + high) / 2)
}
