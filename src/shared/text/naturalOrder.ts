/**
 * Compares as people read: `2栋` before `10栋`.
 *
 * The same order as {@link naturalKey} gives in a database, for lists that are sorted in memory.
 */
export function compareNaturally(a: string, b: string): number {
  const [keyA, keyB] = [naturalKey(a), naturalKey(b)]
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

const chineseDigits = new Map(Array.from('零一二三四五六七八九').map((digit, value) => [digit, value]))

/** A Chinese numeral below a hundred (`十二`), or null when the text is none. */
export function chineseNumber(text: string): number | null {
  const match = /^([一二三四五六七八九]?)(十)?([零一二三四五六七八九]?)$/.exec(text)
  if (!match || text === '') return null
  const [, tens = '', ten, ones = ''] = match
  if (!ten) return text.length === 1 ? (chineseDigits.get(text) ?? null) : null
  return (tens === '' ? 1 : (chineseDigits.get(tens) ?? 0)) * 10 + (ones === '' ? 0 : (chineseDigits.get(ones) ?? 0))
}

/** A text whose byte order is the order in which people read: runs of digits and Chinese numerals count as numbers. */
export function naturalKey(text: string): string {
  // Most rooms are a number and no more.
  if (/^[1-9]\d*$/.test(text)) return text.padStart(8, '0')
  return text.toLowerCase().replace(/\d+|[零一二三四五六七八九十]+/g, (run) => {
    const value = /\d/.test(run) ? run.replace(/^0+(?=\d)/, '') : chineseNumber(run)
    return value === null ? run : String(value).padStart(8, '0')
  })
}
