/** What a sign may be read as in pinyin, without tones and in small letters: 重 is `zhong` and `chong`, ü is `v`. */
export type Readings = Readonly<Record<string, readonly string[]>>

/** A division and those above it, as their codes begin with each other. */
export interface NamedDivision {
  readonly code: string
  readonly name: string
}

/** How many digits a code has at each level, from the province down to the community. */
const CODE_LENGTHS = [2, 4, 6, 9, 12] as const

const MAX_FOUND = 30

/** The codes from the province down to `code`. */
export function chainOf(code: string): string[] {
  return CODE_LENGTHS.filter((length) => length <= code.length).map((length) => code.slice(0, length))
}

/** The words of a condition, as they are compared with names. */
export function wordsOf(condition: string): string[] {
  return condition
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/**
 * Divisions that a condition names, the best first, at most {@link MAX_FOUND}.
 *
 * The last word is for the division itself, those before it for the ones above (`杭州 西湖`, and in one word `杭州西湖`).
 * A name is found by any part of it, by its pinyin from the beginning (`xihu`), by the initials (`xhq`), whatever reading of
 * a sign they take. Whole names come before beginnings and those before parts; then the larger division, then `preferred`.
 *
 * @param preferred the division whose parts come first among equals, or `''`
 * @param nameOf the name of a division above one of `divisions`
 */
export function findDivisions(
  divisions: Iterable<NamedDivision>,
  words: readonly string[],
  { nameOf, readings, preferred }: { readonly nameOf: (code: string) => string; readonly readings: Readings; readonly preferred: string },
): string[] {
  const [own, ...above] = words.toReversed()
  if (own === undefined) return []
  const found: { readonly code: string; readonly rank: number }[] = []
  // Tens of thousands are looked at for every key that is pressed: what can be said of a condition is said once.
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

/** Whether a name's first sign may be read as something with that initial. */
function mayBegin(name: string, letters: string, readings: Readings): boolean {
  const initial = letters.charAt(0)
  return readings[name.charAt(0)]?.some((reading) => reading.startsWith(initial)) ?? false
}

/** Whether a name's beginning may be the end of a word that begins with other names. */
function mayEnd(name: string, word: string): boolean {
  return word.lastIndexOf(name.charAt(0)) > 0
}

/** Endings that people leave out. */
const SUFFIX = /(特别行政区|自治区|自治州|自治县|地区|街道|社区|居委会|村委会|[省市区县镇乡盟旗])$/

/** 0 a whole name, 1 its beginning, 2 a part of it; null if it is none. */
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
 * How many signs of a name the letters cover from its beginning, at most; null if they spell something else.
 *
 * @param isUnfinished whether the last sign's reading may still be being typed (`xihu` for 西华)
 */
function endOfPinyin(name: string, letters: string, readings: Readings, isUnfinished: boolean): number | null {
  const signs = Array.from(name)
  // The positions in `letters` that the signs so far may have led to.
  let positions = new Set([0])
  let end: number | null = null
  for (const [index, sign] of signs.entries()) {
    const next = new Set<number>()
    for (const position of positions) {
      for (const reading of readings[sign] ?? []) {
        const rest = letters.slice(position)
        if (rest.startsWith(reading)) next.add(position + reading.length)
        // Its initial stands for it.
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

/** A word that begins with the names above and ends with the own one: `杭州西湖`, `浙江省杭州市西湖区`. */
function joinedQuality(name: string, word: string, parents: readonly string[]): number | null {
  const first = name.charAt(0)
  for (let split = word.indexOf(first, 1); split > 0; split = word.indexOf(first, split + 1)) {
    const rest = word.slice(split)
    if (name.startsWith(rest) && isJoined(parents, word.slice(0, split))) return name === rest || name === rest + suffixOf(name) ? 0 : 1
  }
  return null
}

/** Whether a text is beginnings of some of these names, in their order, one behind the other. */
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
