import { naturalKey } from '../text/naturalOrder.ts'

/** The level of a part of a place: period, zone, building, unit; `''` if a word does not state it. */
export type PlaceLevel = 'period' | 'zone' | 'building' | 'unit' | ''

/** A typed word of a place: `3栋`, `1201`. */
export interface PlaceToken {
  /** Folded; see folded(). */
  readonly text: string
  /** The text without its marker, numbers in one form: equal for `3栋`, `三幢` and `3号楼`. */
  readonly core: string
  /** Level given by its marker. */
  readonly level: PlaceLevel
}

const markers: readonly (readonly [marker: RegExp, level: Exclude<PlaceLevel, ''>])[] = [
  [/期$/, 'period'],
  [/区$/, 'zone'],
  [/(?:栋|幢|座|号楼)$/, 'building'],
  [/单元$/, 'unit'],
]

/** Whether a word contains a place marker (`wire.md` section 6). */
export const holdsPlaceMarker = (word: string): boolean => /期|区|栋|幢|座|号楼|单元/.test(word)

/** Splits a place written without blanks: `3栋1单元1201` is `3栋`, `1单元`, `1201`. */
export function splitAtMarkers(word: string): string[] {
  return word.match(/.*?(?:号楼|单元|[期区栋幢座])|.+$/gu) ?? []
}

/** `text` is folded. */
export function placeToken(text: string): PlaceToken {
  const level = markers.find(([marker]) => marker.test(text))?.[1] ?? ''
  const bare = text.replace(/^第/, '').replace(/(?:号楼|单元|[期区栋幢座楼号室房户#])+$/u, '')
  return { text, core: naturalKey(bare === '' ? text : bare), level }
}

const levels = ['period', 'zone', 'building', 'unit'] as const

/** A stored part of a unit's place. */
export interface PlacePart extends PlaceToken {
  readonly level: Exclude<PlaceLevel, ''>
}

/** Non-empty parts of a unit's place, in order. A part without a marker has the level of its position. */
export function placeParts(place: Readonly<Record<(typeof levels)[number], string>>, fold: (text: string) => string): PlacePart[] {
  return levels.flatMap((level) => {
    const text = fold(place[level])
    return text === '' ? [] : [{ ...placeToken(text), level }]
  })
}

/** Whether a word names exactly this part: the same text, or the same number with a marker of that level or without one. */
export function namesPart(token: PlaceToken, part: PlacePart): boolean {
  return token.text === part.text || (token.core === part.core && (token.level === '' || token.level === part.level))
}

/** The parts not taken by words with a marker, for the bare ones; null if a word names no part. */
function leftByMarkers(tokens: readonly PlaceToken[], parts: readonly PlacePart[]): PlacePart[] | null {
  // Nearly all of the thousands of units checked by a search end here.
  for (const token of tokens) if (!parts.some((part) => namesPart(token, part))) return null
  const free = [...parts]
  for (const token of tokens) {
    if (token.level === '') continue
    const at = free.findIndex((part) => namesPart(token, part))
    if (at === -1) return null
    free.splice(at, 1)
  }
  return free
}

const bareOnes = (tokens: readonly PlaceToken[]): PlaceToken[] => tokens.filter(({ level }) => level === '')

/** Whether words name parts in order, possibly with others in between. */
function nameInOrder(tokens: readonly PlaceToken[], parts: readonly PlacePart[]): boolean {
  let from = 0
  for (const token of tokens) {
    const at = parts.findIndex((part, index) => index >= from && namesPart(token, part))
    if (at === -1) return false
    from = at + 1
  }
  return true
}

/**
 * Whether every word names a part of a unit's place.
 *
 * Words with a marker match their part in any position; bare ones (`3-1`) match parts in order.
 */
export function nameParts(tokens: readonly PlaceToken[], parts: readonly PlacePart[]): boolean {
  const free = leftByMarkers(tokens, parts)
  return free !== null && nameInOrder(bareOnes(tokens), free)
}

/**
 * Whether the words before a room name its unit in the usual way: one bare number is the building, several end with the unit
 * (`3-1201` is building 3, `3-1-1201` its unit 1, `2-3-1-1201` the same in period 2).
 */
export function nameUsualParts(tokens: readonly PlaceToken[], parts: readonly PlacePart[]): boolean {
  const free = leftByMarkers(tokens, parts)
  if (free === null) return false
  const bare = bareOnes(tokens)
  const [only] = bare
  if (only === undefined) return true
  const last = bare.length === 1 ? (free.find(({ level }) => level === 'building') ?? free.at(-1)) : free.at(-1)
  const [lastToken, secondLast] = [bare.at(-1), free.at(-2)]
  if (last === undefined || lastToken === undefined || !namesPart(lastToken, last)) return false
  if (bare.length === 1) return true
  const before = bare.at(-2)
  return before !== undefined && secondLast !== undefined && namesPart(before, secondLast) && nameInOrder(bare.slice(0, -2), free.slice(0, -2))
}
