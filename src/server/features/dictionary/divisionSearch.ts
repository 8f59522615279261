/** Pinyin readings of a character, without tones and lower-case: 重 is `zhong` and `chong`, ü is `v`. */
export type Readings = Readonly<Record<string, readonly string[]>>

/** A division; its ancestors' codes are prefixes of its own. */
export interface NamedDivision {
  readonly code: string
  readonly name: string
}

/** Number of digits of a code per level, from the province down to the community. */
const CODE_LENGTHS = [2, 4, 6, 9, 12] as const

const MAX_FOUND = 30

/** The codes from the province down to `code`. */
export function chainOf(code: string): string[] {
  return CODE_LENGTHS.filter((length) => length <= code.length).map((length) => code.slice(0, length))
}

/** The words of a search text, normalized for comparison with names. */
export function wordsOf(condition: string): string[] {
  return condition
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/**
 * Finds divisions by name, best match first, at most {@link MAX_FOUND}.
 *
 * The last word is for the division itself, those before it for its ancestors (`杭州 西湖`, and in one word `杭州西湖`). A name
 * matches by any part, by its pinyin from the beginning (`xihu`) or by initials (`xhq`), with any reading of a character.
 * Whole names come before prefixes and those before parts; then larger divisions, then `preferred`.
 *
 * @param preferred the division whose parts come first among equals, or `''`
 * @param nameOf the name of an ancestor of one of `divisions`
 */
export function findDivisions(
  divisions: Iterable<NamedDivision>,
  words: readonly string[],
  { nameOf, readings, preferred }: { readonly nameOf: (code: string) => string; readonly readings: Readings; readonly preferred: string },
): string[] {
  const [own, ...above] = words.toReversed()
  if (own === undefined) return []
  const found: { readonly code: string; readonly rank: number }[] = []
  // Tens of thousands are checked per key press: anything that depends only on the search text is computed once.
  const isPinyin = PINYIN.test(own)
  const parentsOf = (code: string) => chainOf(code).slice(0, -1).map(nameOf)
  for (const { code, name } of divisions) {
    if (isPinyin && !mayBegin(name, own, readings)) continue
    const quality = qualityOf(name, own, readings) ?? (isPinyin || !mayEnd(name, own) ? null : joinedQuality(name, own, parentsOf(code)))
    if (quality === null || (above.length > 0 && !areAbove(parentsOf(code), above, readings))) continue
    found.push({ code, rank: quality * 100 + chainOf(code).length * 10 + (preferred !== '' && code.startsWith(preferred) ? 0 : 1) })
  }
  return found
    .toSorted((one, other) => one.rank - other.rank || (one.code < other.code ? -1 : 1))
    .slice(0, MAX_FOUND)
    .map(({ code }) => code)
}

const PINYIN = /^[a-z][a-z']*$/

/** Whether a name's first character has a reading with that initial. */
function mayBegin(name: string, letters: string, readings: Readings): boolean {
  const initial = letters.charAt(0)
  return readings[name.charAt(0)]?.some((reading) => reading.startsWith(initial)) ?? false
}

/** Whether a name's beginning may be the end of a word that starts with other names. */
function mayEnd(name: string, word: string): boolean {
  return word.lastIndexOf(name.charAt(0)) > 0
}

/** Suffixes commonly left out. */
const SUFFIX = /(特别行政区|自治区|自治州|自治县|地区|街道|社区|居委会|村委会|[省市区县镇乡盟旗])$/

/** 0 whole name, 1 prefix, 2 part; null if no match. */
function qualityOf(name: string, word: string, readings: Readings): number | null {
  if (PINYIN.test(word)) {
    const letters = word.replaceAll("'", '')
    const end = endOfPinyin(name, letters, readings, false)
    if (end === null) return endOfPinyin(name, letters, readings, true) === null ? null : 1
    return end === name.length || name.slice(end) === suffixOf(name) ? 0 : 1
  }
  if (name === word || name === word + suffixOf(name)) return 0
  if (name.startsWith(word)) return 1
  return name.includes(word) ? 2 : null
}

function suffixOf(name: string): string {
  return SUFFIX.exec(name)?.[0] ?? ''
}

/**
 * The largest number of characters of a name covered by the letters from its beginning; null if they spell something else.
 *
 * @param isUnfinished whether the last character's reading may be incomplete (`xihu` for 西华)
 */
function endOfPinyin(name: string, letters: string, readings: Readings, isUnfinished: boolean): number | null {
  const signs = Array.from(name)
  // The positions in `letters` reachable by the characters so far.
  let positions = new Set([0])
  let end: number | null = null
  for (const [index, sign] of signs.entries()) {
    const next = new Set<number>()
    for (const position of positions) {
      for (const reading of readings[sign] ?? []) {
        const rest = letters.slice(position)
        if (rest.startsWith(reading)) next.add(position + reading.length)
        // The initial alone is enough.
        if (rest.startsWith(reading.charAt(0))) next.add(position + 1)
        if (isUnfinished && rest !== '' && reading.startsWith(rest)) next.add(letters.length)
      }
    }
    if (next.has(letters.length)) end = index + 1
    if (next.size === 0) break
    positions = next
  }
  return end
}

/** A word that starts with the ancestors' names and ends with the own one: `杭州西湖`, `浙江省杭州市西湖区`. */
function joinedQuality(name: string, word: string, parents: readonly string[]): number | null {
  const first = name.charAt(0)
  for (let split = word.indexOf(first, 1); split > 0; split = word.indexOf(first, split + 1)) {
    const rest = word.slice(split)
    if (name.startsWith(rest) && isJoined(parents, word.slice(0, split))) return name === rest || name === rest + suffixOf(name) ? 0 : 1
  }
  return null
}

/** Whether a text is a concatenation of prefixes of some of these names, in order. */
function isJoined(names: readonly string[], text: string): boolean {
  if (text === '') return true
  return names.some((name, index) => {
    for (let length = Math.min(name.length, text.length); length >= 1; length--) {
      if (name.startsWith(text.slice(0, length)) && isJoined(names.slice(index + 1), text.slice(length))) return true
    }
    return false
  })
}

function areAbove(names: readonly string[], words: readonly string[], readings: Readings): boolean {
  return words.every((word) => names.some((name) => qualityOf(name, word, readings) !== null) || isJoined(names, word))
}
