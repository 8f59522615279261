import { naturalKey } from '../text/naturalOrder.ts'

/** Which level of a place a part belongs to: period, zone, building, unit; `''` if a word does not tell. */
export type PlaceLevel = 'period' | 'zone' | 'building' | 'unit' | ''

/** A word of a place, as it is typed: `3栋`, `1201`. */
export interface PlaceToken {
  /** Folded; see folded(). */
  readonly text: string
  /** What is left without its marker, numbers in one form: `3栋`, `三幢` and `3号楼` have the same one. */
  readonly core: string
  /** The level that its marker tells. */
  readonly level: PlaceLevel
}

const markers: readonly (readonly [marker: RegExp, level: Exclude<PlaceLevel, ''>])[] = [
  [/期$/, 'period'],
  [/区$/, 'zone'],
  [/(?:栋|幢|座|号楼)$/, 'building'],
  [/单元$/, 'unit'],
]

/** A word holds one of the markers by which people name a place (`wire.md` section 6). */
export const holdsPlaceMarker = (word: string): boolean => /期|区|栋|幢|座|号楼|单元/.test(word)

/** The words of a place that was written without blanks: `3栋1单元1201` is `3栋`, `1单元`, `1201`. */
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

/** A part of a unit's place, as it is stored. */
export interface PlacePart extends PlaceToken {
  readonly level: Exclude<PlaceLevel, ''>
}

/** The parts of a unit's place that are not empty, in order. A part without a marker has the level at which it stands. */
export function placeParts(place: Readonly<Record<(typeof levels)[number], string>>, fold: (text: string) => string): PlacePart[] {
  return levels.flatMap((level) => {
    const text = fold(place[level])
    return text === '' ? [] : [{ ...placeToken(text), level }]
  })
}

/** Whether a word names this very part: the same text, or the same number with a marker of that level or with none. */
export function namesPart(token: PlaceToken, part: PlacePart): boolean {
  return token.text === part.text || (token.core === part.core && (token.level === '' || token.level === part.level))
}

/** The parts that words with a marker leave to the bare ones; null if a word names no part. */
function leftByMarkers(tokens: readonly PlaceToken[], parts: readonly PlacePart[]): PlacePart[] | null {
  // Nearly all of the thousands of units that a search asks end here.
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

/** Whether words name parts in the parts' order, perhaps with others between them. */
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
 * Words with a marker find their part wherever they stand; bare ones (`3-1`) take parts in their order.
 */
export function nameParts(tokens: readonly PlaceToken[], parts: readonly PlacePart[]): boolean {
  const free = leftByMarkers(tokens, parts)
  return free !== null && nameInOrder(bareOnes(tokens), free)
}

/**
 * Whether the words before a room name its unit as people count: one bare number is the building, several end with the
 * unit (`3-1201` is building 3, `3-1-1201` its unit 1, `2-3-1-1201` the same in period 2).
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
