const timeText = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/
/** China standard time is eight hours ahead of UTC all year (`wire.md` section 1). */
export const CHINA_OFFSET = 8 * 3_600_000

/** Parses `YYYY-MM-DD HH:mm:ss` in China standard time, independent of the local zone, to epoch ms; null if invalid. */
export function parseTime(written: string): number | null {
  const match = timeText.exec(written.trim())
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  const moment = Date.UTC(year, month - 1, day, hour, minute, second) - CHINA_OFFSET
  return formatTime(moment) === `${match[1]}-${match[2]}-${match[3]} ${match[4]}:${match[5]}:${match[6] ?? '00'}` ? moment : null
}

/** Epoch milliseconds to `YYYY-MM-DD HH:mm:ss` in China standard time. */
export function formatTime(epochMs: number): string {
  return new Date(epochMs + CHINA_OFFSET).toISOString().slice(0, 19).replace('T', ' ')
}

/** The last midnight in China standard time before a moment. */
export function chinaMidnight(epochMs: number): number {
  const DAY = 86_400_000
  return Math.floor((epochMs + CHINA_OFFSET) / DAY) * DAY - CHINA_OFFSET
}

/** The day of a moment in China, `2026-05-01`. */
export const chinaDay = (epochMs: number): string => formatTime(epochMs).slice(0, 10)

/** Calendar days from one day to another; negative if the second is earlier. */
export const daysFrom = (day: string, other: string): number => (Date.parse(`${other}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000

/** The years 2000 to 2100 in China standard time. */
export const FIRST_MOMENT = Date.UTC(2000, 0, 1) - CHINA_OFFSET
export const LAST_MOMENT = Date.UTC(2101, 0, 1) - CHINA_OFFSET - 1

/** The message for a text that is not a time. */
export const wrongTime = (label: string): string => `${label}格式不正确，应为 2026-05-01 09:30:00`
/** The message for a time mistyped into another century. */
export const wrongYear = (label: string): string => `${label}的年份应在2000到2100之间`

/** The error message for a required time as typed; null if valid. */
export function timeFault(label: string, written: string): string | null {
  if (written === '') return `请选择${label}`
  const moment = parseTime(written)
  if (moment === null) return wrongTime(label)
  return moment < FIRST_MOMENT || moment > LAST_MOMENT ? wrongYear(label) : null
}

/** The error message for a required day, `2026-05-01`, as typed; null if valid. */
export function dayFault(label: string, written: string): string | null {
  if (written === '') return `请选择${label}`
  const moment = parseTime(`${written} 00:00:00`)
  if (moment === null) return `${label}格式不正确，应为 2026-05-01`
  return moment < FIRST_MOMENT || moment > LAST_MOMENT ? wrongYear(label) : null
}
