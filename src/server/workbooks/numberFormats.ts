/** How a cell style shows a number: as a date, in a format that is read as it is shown, or in any other (null). */
export type NumberFormat = 'date' | ShownFormat | null

/** A format of zeros and texts around them: `0000`, `0"栋"`. */
export interface ShownFormat {
  /** Its parts in their order: a text, or null for a digit. */
  readonly parts: readonly (string | null)[]
  readonly digitCount: number
}

/** The built-in formats of dates and times, the Chinese ones (27-36, 50-58) among them. */
const builtInDates: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]
/** The built-in `0`. */
const WHOLE_NUMBER = 1

/** What a number format means; `code` is undefined for a built-in one. */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (builtInDates.some(([from, to]) => id >= from && id <= to)) return 'date'
    return id === WHOLE_NUMBER ? shownFormatOf('0') : null
  }
  return showsDate(code) ? 'date' : shownFormatOf(code)
}

/** Whether a format shows a date or a time; quoted, bracketed and escaped letters are only shown. */
function showsDate(code: string): boolean {
  const bare = code.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').replaceAll(/general/gi, '')
  return /[ymdhs]|a{3}/i.test(bare)
}

/** Zeros and quoted or escaped texts and nothing else, of which one is a zero; null for any other format. */
function shownFormatOf(code: string): ShownFormat | null {
  if (!/^(?:0|"[^"]*"|\\.)+$/u.test(code)) return null
  const parts = [...code.matchAll(/0|"([^"]*)"|\\(.)/gu)].map(([, quoted, escaped]) => quoted ?? escaped ?? null)
  const digitCount = parts.filter((part) => part === null).length
  return digitCount === 0 ? null : { parts, digitCount }
}

/** A number as the format shows it: rounded, with zeros before it, its digits and the texts in their places. */
export function shownIn({ parts, digitCount }: ShownFormat, number: number): string {
  const digits = String(Math.round(Math.abs(number))).padStart(digitCount, '0')
  let at = 0
  let shown = ''
  for (const part of parts) {
    // The first digit's place takes all those for which there is no place.
    const end = at === 0 ? digits.length - digitCount + 1 : at + 1
    shown += part ?? digits.slice(at, end)
    if (part === null) at = end
  }
  return number < 0 && /[1-9]/.test(digits) ? `-${shown}` : shown
}
