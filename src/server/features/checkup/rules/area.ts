import type { Draft } from './finding.ts'
import type { CheckedProperty } from './properties.ts'
import { comparedUnit, roomOnGrid } from './places.ts'
import { groupsBy } from './unions.ts'

/** Properties above each other from which on they tell what is usual. */
const STACK = 5
/** Six standard deviations, by the median of the absolute deviations. */
const SPREAD = 6 * 1.4826
/** 5 m², in 0.01 m². */
const LEAST = 500
const [SMALL, LARGE] = [0.6, 1.7]

/** Areas that do not fit with the properties above and below. */
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

/** Building, unit, last two digits of the room, and what the property is; null if its room tells no floor. */
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
