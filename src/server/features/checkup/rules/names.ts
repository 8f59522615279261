import characters from 'opencc-js/dict/TSCharacters'
import { splitMany } from '#shared/owner/owners.ts'

/** Each traditional character's simplified one, from OpenCC's table of single characters: a name has no phrases. */
const simplified = new Map(
  characters.split('|').map((entry): [string, string] => {
    const [traditional = '', first = ''] = entry.split(' ')
    return [traditional, first]
  }),
)

/** What stands between the parts of a transliterated name, and means nothing: `阿依古丽·买买提`. */
const dots = /[·・•‧.．。\-‐-―]/gu
const plainHan = /^[\u4e00-\u9fff]+$/

const known = new Map<string, string>()
const REMEMBERED = 200_000

/** A name as two spellings of it are compared: NFKC, upper-case, without blanks and dots, simplified characters. */
export function comparedName(name: string): string {
  const found = known.get(name)
  if (found !== undefined) return found
  const letters = plainHan.test(name) ? name : name.normalize('NFKC').replaceAll(/\s+/gu, '').replaceAll(dots, '').toUpperCase()
  const compared = Array.from(letters, (letter) => simplified.get(letter) ?? letter).join('')
  if (known.size >= REMEMBERED) known.clear()
  known.set(name, compared)
  return compared
}

/** What is entered where nobody knows the owner: no two of them are one. */
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

/** The names of an owner's field as they are compared; none for one that names nobody. */
export function comparedNames(field: string): string[] {
  const names = splitMany(field).map(comparedName)
  return names.every((name) => name === '' || placeholderNames.has(name)) ? [] : names
}

/** Stands for one character. In no normalised text. */
const ANY = '\u0001'

/**
 * Keys of a text: two texts have one in common where they are equal or one character apart (one more, one less, another one), and only there.
 *
 * So that texts one apart are found by a map instead of comparing each with each.
 */
export function oneApartKeys(text: string): string[] {
  const letters = Array.from(text)
  // One character says nothing of another name of one character.
  if (letters.length < 2) return [text]
  const keys: string[] = []
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at).join('')]
    keys.push(before + ANY + after)
    if (at < letters.length) keys.push(before + ANY + letters.slice(at + 1).join(''))
  }
  return keys
}
