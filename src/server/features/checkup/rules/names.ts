import characters from 'opencc-js/dict/TSCharacters'
import { splitMany } from '#shared/owner/owners.ts'

/** Traditional to simplified characters, from OpenCC's table of single characters: names have no phrases. */
const simplified = new Map(
  characters.split('|').map((entry): [string, string] => {
    const [traditional = '', first = ''] = entry.split(' ')
    return [traditional, first]
  }),
)

/** Meaningless separators in transliterated names: `阿依古丽·买买提`. */
const dots = /[·・•‧.．。\-‐-―]/gu
const plainHan = /^[\u4e00-\u9fff]+$/

const known = new Map<string, string>()
const REMEMBERED = 200_000

/** A name normalized for comparison: NFKC, upper-case, without blanks and dots, simplified characters. */
export function comparedName(name: string): string {
  const found = known.get(name)
  if (found !== undefined) return found
  const letters = plainHan.test(name) ? name : name.normalize('NFKC').replaceAll(/\s+/gu, '').replaceAll(dots, '').toUpperCase()
  const compared = Array.from(letters, (letter) => simplified.get(letter) ?? letter).join('')
  if (known.size >= REMEMBERED) known.clear()
  known.set(name, compared)
  return compared
}

/** Entries for an unknown owner: equal ones are not the same person. */
const placeholderNames = new Set([
  '无',
  '未知',
  '不详',
  '不明',
  '空',
  '空置',
  '空房',
  '待定',
  '未售',
  '暂无',
  '已清除',
  '无名',
  '业主',
  '产权人',
  '-',
  '/',
  '0',
  'X',
  'XX',
  'XXX',
  'NULL',
])

/** The normalized names of an owner field; empty if it names nobody. */
export function comparedNames(field: string): string[] {
  const names = splitMany(field).map(comparedName)
  return names.every((name) => name === '' || placeholderNames.has(name)) ? [] : names
}

/** Placeholder for one character; never in normalised text. */
const ANY = '\u0001'

/**
 * Keys of a text: two texts share a key exactly if they are equal or one character apart (one inserted, omitted or replaced).
 *
 * Finds such pairs by map lookup instead of comparing all pairs.
 */
export function oneApartKeys(text: string): string[] {
  const letters = Array.from(text)
  // A single character says nothing about another single-character name.
  if (letters.length < 2) return [text]
  const keys: string[] = []
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at).join('')]
    keys.push(before + ANY + after)
    if (at < letters.length) keys.push(before + ANY + letters.slice(at + 1).join(''))
  }
  return keys
}
