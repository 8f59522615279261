import { placeInWords } from '#shared/place/place.ts'
import { formatCount, type Draft } from './finding.ts'
import type { CheckedProperty } from './properties.ts'
import { comparedNames } from './names.ts'

/** A property of the other list. `place` is its complete description of the place. */
export interface OtherProperty {
  /** The sheet's row. */
  readonly row: number
  /** The parts of the place from large to small; a single text if the list has no columns for them. */
  readonly parts: readonly string[]
  /** null: not given. */
  readonly areaHundredths: number | null
  /** `''`: not given. */
  readonly ownerName: string
}

/** Tolerated rounding difference of areas, in 0.01 m². */
const ROUNDING = 1

/** Compares a property's rows in both lists, one finding each; all properties in only one list are a single finding. */
export function compareProperties(properties: readonly CheckedProperty[], others: readonly OtherProperty[]): Draft[] {
  const find = placeFinder(properties)
  const met = new Map<CheckedProperty, OtherProperty>()
  const onlyThere: OtherProperty[] = []
  const drafts: Draft[] = []
  for (const other of others) {
    const property = find(other.parts)
    if (property === null || met.has(property)) onlyThere.push(other)
    else met.set(property, other)
  }
  for (const property of properties) {
    const other = met.get(property)
    const whys = other ? differences(property, other) : []
    if (whys.length > 0) drafts.push(draft([property], whys.join('；'), [], [property.areaHundredths, property.ownerName, ...whys]))
  }
  const onlyHere = properties.filter((property) => !met.has(property))
  if (onlyHere.length > 0)
    drafts.push(draft(onlyHere, `本名册有、对照表没有的 ${formatCount(onlyHere.length)} 套`, [], ['here', ...onlyHere.map(placeInWords)]))
  const places = onlyThere.map(({ parts }) => parts.filter((part) => part !== '').join('-'))
  if (places.length > 0) drafts.push(draft([], `对照表有、本名册没有的 ${formatCount(places.length)} 行`, places, ['there']))
  return drafts
}

const draft = (properties: readonly CheckedProperty[], why: string, missing: readonly string[], values: Draft['values']): Draft => ({
  rule: 'compare',
  tier: 2,
  why,
  effect: '',
  properties,
  missing,
  values,
})

function differences(property: CheckedProperty, { areaHundredths, ownerName, row }: OtherProperty): string[] {
  const found: string[] = []
  if (areaHundredths !== null && Math.abs(areaHundredths - property.areaHundredths) > ROUNDING) {
    found.push(`面积：本名册 ${squareMetres(property.areaHundredths)}㎡，对照表 ${squareMetres(areaHundredths)}㎡`)
  }
  const [here, there] = [new Set(property.names), new Set(comparedNames(ownerName))]
  if (there.size > 0 && (here.size !== there.size || [...there].some((name) => !here.has(name)))) {
    found.push(`产权人：本名册 ${property.ownerName}，对照表 ${ownerName}`)
  }
  return found.length === 0 ? [] : [...found.slice(0, -1), `${found.at(-1) ?? ''}（对照表第 ${row} 行）`]
}

const squareMetres = (hundredths: number): string => (hundredths / 100).toFixed(2)

const digits = new Map(Array.from('零一二三四五六七八九').map((digit, value) => [digit, value]))
const chinese = /[零一二三四五六七八九]?十[一二三四五六七八九]?|[零一二三四五六七八九]/g
const valueOf = (numeral: string): number => {
  const [tens, ones] = numeral.includes('十') ? numeral.split('十') : ['零', numeral]
  return (tens === '' ? 1 : (digits.get(tens ?? '') ?? 0)) * 10 + (digits.get(ones ?? '') ?? 0)
}

/** The numbers and letters of a place in order: `一期3栋1单元0101室` is 1, 3, 1, 101. */
function tokensOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(chinese, (numeral) => ` ${valueOf(numeral)} `)
  return (plain.match(/[A-Z]+|\d+/g) ?? []).map((token) => token.replace(/^0+(?=\d)/, ''))
}

/**
 * Finds the property at a place by its numbers, from small to large: as many as the other list gives.
 *
 * Building, unit and room must be among them, and the match must be unique.
 */
function placeFinder(properties: readonly CheckedProperty[]): (parts: readonly string[]) => CheckedProperty | null {
  const known = new Map<string, CheckedProperty | null>()
  for (const property of properties) {
    const whole = [property.period, property.zone, property.building, property.unit, property.room].flatMap(tokensOf)
    const least = [property.building, property.unit, property.room].flatMap(tokensOf).length
    for (let from = 0; from <= whole.length - Math.max(least, 1); from++) {
      const key = whole.slice(from).join(' ')
      known.set(key, known.has(key) && known.get(key) !== property ? null : property)
    }
  }
  return (parts) => {
    const tokens = parts.flatMap(tokensOf)
    for (let from = 0; from < tokens.length; from++) {
      const found = known.get(tokens.slice(from).join(' '))
      if (found !== undefined) return found
    }
    return null
  }
}
