/** How a cell style displays a number: as a date, in a format whose display is read, or in any other (null). */
export type NumberFormat = 'date' | ShownFormat | null

/** A format of zeros and texts around them: `0000`, `0"栋"`. */
export interface ShownFormat {
  /** Its parts in order: a text, or null for a digit. */
  readonly parts: readonly (string | null)[]
  readonly digitCount: number
}

/** The built-in date and time formats, including the Chinese ones (27-36, 50-58). */
const builtInDates: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]
/** The built-in `0`. */
const WHOLE_NUMBER = 1

/** The meaning of a number format; `code` is undefined for a built-in one. */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (builtInDates.some(([from, to]) => id >= from && id <= to)) return 'date'
    return id === WHOLE_NUMBER ? shownFormatOf('0') : null
  }
  return showsDate(code) ? 'date' : shownFormatOf(code)
}

/** Whether a format displays a date or a time; quoted, bracketed and escaped letters are literal. */
function showsDate(code: string): boolean {
  const bare = code.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').replaceAll(/general/gi, '')
  return /[ymdhs]|a{3}/i.test(bare)
}

/** A format of only zeros and quoted or escaped texts, with at least one zero; null for any other. */
function shownFormatOf(code: string): ShownFormat | null {
  if (!/^(?:0|"[^"]*"|\\.)+$/u.test(code)) return null
  const parts = [...code.matchAll(/0|"([^"]*)"|\\(.)/gu)].map(([, quoted, escaped]) => quoted ?? escaped ?? null)
  const digitCount = parts.filter((part) => part === null).length
  return digitCount === 0 ? null : { parts, digitCount }
}

/** Formats a number: rounded, zero-padded, with its digits and texts in their positions. */
export function shownIn({ parts, digitCount }: ShownFormat, number: number): string {
  const digits = String(Math.round(Math.abs(number))).padStart(digitCount, '0')
  let at = 0
  let shown = ''
  for (const part of parts) {
    // The first digit's position takes all excess digits.
    const end = at === 0 ? digits.length - digitCount + 1 : at + 1
    shown += part ?? digits.slice(at, end)
    if (part === null) at = end
  }
  return number < 0 && /[1-9]/.test(digits) ? `-${shown}` : shown
}
