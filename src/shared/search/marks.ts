import { folded } from '../text/folded.ts'
import { MIN_NUMBER_DIGITS, WHOLE_NUMBER_DIGITS, type SearchTerm } from './condition.ts'
import { namesPart, placeToken, type PlaceLevel, type PlacePart, type PlaceToken } from './places.ts'

/** Start and end in UTF-16 units, as for `slice`. */
export type MarkedRange = readonly [from: number, to: number]

const noMarks: readonly MarkedRange[] = []

/** Merges overlapping ranges, in order. */
function joined(ranges: readonly MarkedRange[]): MarkedRange[] {
  const merged: MarkedRange[] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)]
    else merged.push([from, to])
  }
  return merged
}

/** A range of a text: start and end offsets. */
export function rangesWithin(ranges: readonly MarkedRange[], from: number, to: number): readonly MarkedRange[] {
  return ranges.flatMap(([a, b]): MarkedRange[] => (b <= from || a >= to ? [] : [[Math.max(a, from) - from, Math.min(b, to) - from]]))
}

/** All occurrences of a word in a folded text. */
function hitsOf(text: string, word: string): MarkedRange[] {
  const hits: MarkedRange[] = []
  for (let at = word === '' ? -1 : text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) hits.push([at, at + word.length])
  return hits
}

/** Folded text if folding keeps every character's position; null otherwise, and nothing can be highlighted. */
function foldedInPlace(text: string): string | null {
  const plain = folded(text)
  return plain.length === text.length ? plain : null
}

/**
 * The parts of owners' names that match a search, by name or pinyin initials.
 *
 * @param initials one letter per character of `name`, from the server; absent if no letters were searched for
 */
export function nameMarks(terms: readonly SearchTerm[], name: string, initials?: string): readonly MarkedRange[] {
  const plain = foldedInPlace(name)
  if (plain === null) return noMarks
  const byName = terms.flatMap(({ text }) => hitsOf(plain, text))
  const characters = Array.from(plain)
  if (initials === undefined || Array.from(initials).length !== characters.length) return joined(byName)
  // Start of each character: rare ones take two units.
  const starts = characters.reduce<number[]>((all, character) => [...all, (all.at(-1) ?? 0) + character.length], [0])
  const startOf = (at: number): number => starts[Array.from(initials.slice(0, at)).length] ?? plain.length
  const byInitials = terms
    .filter(({ kind }) => kind === 'letters')
    .flatMap(({ text }) => hitsOf(initials, text))
    .map(([from, to]): MarkedRange => [startOf(from), startOf(to)])
  return joined([...byName, ...byInitials])
}

/**
 * The parts of phones or ID numbers that match a search.
 *
 * @param parts the parts of the property's place: together with a place word, only whole numbers match
 */
export function numberMarks(terms: readonly SearchTerm[], number: string, parts: readonly string[]): readonly MarkedRange[] {
  const plain = foldedInPlace(number)
  if (plain === null) return noMarks
  const known = new Set(parts.map(folded))
  const isOfPlace = ({ kind, text }: SearchTerm): boolean => kind === 'place' || kind === 'path' || known.has(text)
  const isLookedFor = (term: SearchTerm): boolean => {
    if (term.kind !== 'digits') return term.kind === 'plain' || term.kind === 'letters'
    if (term.text.length < MIN_NUMBER_DIGITS) return false
    return term.text.length >= WHOLE_NUMBER_DIGITS || !terms.some((other) => other !== term && isOfPlace(other))
  }
  return joined(terms.filter(isLookedFor).flatMap(({ text }) => hitsOf(plain, text)))
}

/** A place's parts in order, the room last; levels without a part are omitted. */
export type WrittenParts = readonly { readonly text: string; readonly level: PlaceLevel | 'room' }[]

/** The parts of a place that match a search: ranges for each part, in order. */
export function placeMarks(terms: readonly SearchTerm[], parts: WrittenParts): readonly (readonly MarkedRange[])[] {
  const found = parts.map((): MarkedRange[] => [])
  const plain = parts.map(({ text }) => foldedInPlace(text) ?? '')
  const mark = (index: number, ranges: readonly MarkedRange[]) => found[index]?.push(...ranges)
  const markAll = (word: string) => plain.forEach((text, index) => mark(index, hitsOf(text, word)))
  for (const term of terms) {
    const isOneWord = term.tokens.length === 1 || plain.some((text) => text.includes(term.text))
    const tokens = isOneWord ? [placeToken(term.text)] : term.tokens
    const named = namedParts(tokens, plain, parts)
    const [first] = named
    // A number alone is searched in every part, unless it is the room.
    const isNamed = first !== undefined && (!isOneWord || tokens[0]?.level !== '' || first.index === parts.length - 1)
    if (isNamed) for (const { index, word } of named) mark(index, partOf(plain[index] ?? '', word))
    else if (isOneWord) markAll(term.text)
    else for (const { text } of term.tokens) markAll(text)
  }
  return found.map(joined)
}

/** The same for a place as text (`一期-3栋-1单元-1201`): ranges of the whole text. */
export function writtenPlaceMarks(terms: readonly SearchTerm[], place: string): readonly MarkedRange[] {
  const texts = place.split('-')
  const guessed: readonly PlaceLevel[] = ['period', ...(texts.length > 3 ? (['building', 'unit'] as const) : (['building'] as const))]
  const parts: WrittenParts = texts.map((text, index) => ({
    text,
    level: index === texts.length - 1 ? 'room' : placeToken(folded(text)).level || (guessed[index] ?? ''),
  }))
  let start = 0
  return joined(
    placeMarks(terms, parts).flatMap((ranges, index) => {
      const from = start
      start += (texts[index] ?? '').length + 1
      return ranges.map(([a, b]): MarkedRange => [from + a, from + b])
    }),
  )
}

/** Range to highlight in a part matched by a word: the word if it occurs literally, else the whole part. */
function partOf(part: string, word: string): MarkedRange[] {
  const [hit] = hitsOf(part, word)
  return [hit ?? [0, part.length]]
}

/** The part named by each word if all of them name one or occur in the room; otherwise none. */
function namedParts(tokens: readonly PlaceToken[], plain: readonly string[], parts: WrittenParts): { readonly index: number; readonly word: string }[] {
  const room = parts.length - 1
  const taken = new Set<number>()
  const named: { index: number; word: string }[] = []
  const take = (index: number, token: PlaceToken) => {
    taken.add(index)
    named.push({ index, word: token.text })
  }
  const names = (token: PlaceToken, index: number): boolean => {
    const text = plain[index] ?? ''
    const level = parts[index]?.level
    if (level === 'room') return token.level === '' && (placeToken(text).core === token.core || (tokens.length > 1 && text.includes(token.text)))
    const part: PlacePart = { ...placeToken(text), level: level || 'building' }
    return namesPart(token, part)
  }
  // From the room upwards, as usual: the last number is the room, the one before it the unit or the building.
  for (const token of tokens.toReversed()) {
    const wanted =
      token === tokens.at(-1) && names(token, room) ? room : plain.findLastIndex((_, index) => index < room && !taken.has(index) && names(token, index))
    if (wanted === -1) return []
    take(wanted, token)
  }
  return named
}
