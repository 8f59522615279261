import { formatTime } from '#shared/time/chinaTime.ts'

/** `2026-05-01 12:00`; `—` if none. */
export function minutesOf(moment: number | null): string {
  return moment === null ? '—' : formatTime(moment).slice(0, 16)
}

/** A time, with the year only if it is not the current one. */
export function shortMoment(moment: number, now: number): string {
  return withoutYear(minutesOf(moment), formatTime(now).slice(0, 4))
}

/**
 * A period, with years only where they differ: at the start from the current year, at the end from the start's.
 *
 * @param now epoch ms
 */
export function periodOf(startsAt: number | null, endsAt: number | null, now: number): { readonly start: string; readonly end: string } {
  const [start, end] = [minutesOf(startsAt), minutesOf(endsAt)]
  const thisYear = formatTime(now).slice(0, 4)
  const startYear = startsAt === null ? thisYear : start.slice(0, 4)
  return { start: withoutYear(start, thisYear), end: withoutYear(end, startYear) }
}

const withoutYear = (written: string, year: string): string => (written.startsWith(`${year}-`) ? written.slice(5) : written)
