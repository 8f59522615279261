import { formatTime, parseTime } from './chinaTime.ts'

/** Precision of a typed time: `2027-05-03`, `2027-05-03 18:00`, `2027-05-03 18:00:00`. */
export type Precision = 'day' | 'minute' | 'second'
const lengths = { day: 10, minute: 16, second: 19 } as const satisfies Readonly<Record<Precision, number>>

/** Default time of a day chosen or typed without one (`console.md` section 9). */
export const DEFAULT_CLOCK = '12:00:00'

/** The message for a text that is not a readable time. */
export const unreadable = (precision: Precision): string =>
  precision === 'day' ? '无法识别的日期，请按 2027-05-03 填写' : '无法识别的时间，请按 2027-05-03 18:00 填写'

const day = /^(?:(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?|(\d{4})(\d{2})(\d{2}))/
const clock = /^(?:T|\s)*(上午|下午|晚上)?\s*(\d{1,2})\s*(?:[:时点]\s*(?:(\d{1,2})\s*(?:[:分]\s*(?:(\d{1,2})\s*秒?)?)?)?)$/

/**
 * A typed time in normal form: accepts `2027/5/4 18:00`, `2027年5月6日 18:00`, full-width digits and colons, with or without
 * seconds, or without a time.
 *
 * @returns `''` for a blank text; null if it is not a time
 */
export function readTypedTime(typed: string, precision: Precision): string | null {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[‐-―−]/g, '-')
    .trim()
  if (text === '') return ''
  const date = day.exec(text)
  if (!date) return null
  const rest = text.slice(date[0].length)
  // Adjacent digits are ambiguous: `5-318:00` may be the 3rd without its blank, or the 31st.
  if (/\d$/.test(date[0]) && /^\d/.test(rest)) return null
  const at = readClock(rest)
  if (at === null) return null
  const [year = '', month = '', dayOfMonth = ''] = date[1] === undefined ? date.slice(4) : date.slice(1, 4)
  const midnight = parseTime(`${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')} 00:00:00`)
  // 24:00 is the start of the next day
  return midnight === null ? null : formatTime(midnight + at).slice(0, lengths[precision])
}

/** Time of day in ms since midnight from the rest of a text; noon if empty, null if invalid. */
function readClock(rest: string): number | null {
  const match = clock.exec(rest.trim() === '' ? `T${DEFAULT_CLOCK}` : rest)
  if (!match) return null
  const [, half, hours = '', minutes = '0', seconds = '0'] = match
  const hour = Number(hours) + (half !== undefined && half !== '上午' && Number(hours) < 12 ? 12 : 0)
  const [minute, second] = [Number(minutes), Number(seconds)]
  const isDayEnd = hour === 24 && minute === 0 && second === 0
  return (hour < 24 && minute < 60 && second < 60) || isDayEnd ? ((hour * 60 + minute) * 60 + second) * 1_000 : null
}

/** Whether a field has text that cannot be parsed. */
export const isUnreadable = (written: string, precision: Precision): boolean => readTypedTime(written, precision) === null
