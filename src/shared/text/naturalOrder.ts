/**
 * Natural order: `2栋` before `10栋`.
 *
 * The same order as {@link naturalKey} yields in a database, for sorting in memory.
 */
export function compareNaturally(a: string, b: string): number {
  const [keyA, keyB] = [naturalKey(a), naturalKey(b)]
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

const chineseDigits = new Map(Array.from('零一二三四五六七八九').map((digit, value) => [digit, value]))
const chineseUnits = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1_000],
])

/** Parses a Chinese numeral below ten thousand (`十二`, `一百零一`, `一百一` for 110); null if invalid. */
export function chineseNumber(text: string): number | null {
  if (text === '零') return 0
  let total = 0
  let digit: number | null = null
  let lastUnit = 10_000
  let isAfterZero = false
  for (const sign of text) {
    const unit = chineseUnits.get(sign)
    if (unit !== undefined) {
      if (unit >= lastUnit || (digit === null && unit !== 10)) return null
      total += (digit ?? 1) * unit
      lastUnit = unit
      digit = null
      isAfterZero = false
    } else if (sign === '零') {
      if (digit !== null || total === 0) return null
      isAfterZero = true
    } else {
      if (digit !== null) return null
      digit = chineseDigits.get(sign) ?? null
    }
  }
  if (digit === null) return isAfterZero ? null : total
  // 一百一 is short for 一百一十.
  return total + digit * (lastUnit === 10_000 || isAfterZero ? 1 : lastUnit / 10)
}

/** A text whose byte order is natural order: runs of digits and Chinese numerals count as numbers. */
export function naturalKey(text: string): string {
  // Most rooms are just a number.
  if (/^[1-9]\d*$/.test(text)) return text.padStart(8, '0')
  return text.toLowerCase().replace(/\d+|[零一二三四五六七八九十百千]+/g, (run) => {
    const value = /\d/.test(run) ? run.replace(/^0+(?=\d)/, '') : chineseNumber(run)
    return value === null ? run : String(value).padStart(8, '0')
  })
}
