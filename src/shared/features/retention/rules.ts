import { CHINA_OFFSET } from '../../time/chinaTime.ts'

/** Minimum and maximum years of keeping personal data after the end of an activity. */
export const retentionYears = { min: 1, max: 30 } as const

/** The same moment in a later year in China standard time; for 29 February the next day if that year has none. */
export function yearsLater(at: number, years: number): number {
  const china = new Date(at + CHINA_OFFSET)
  china.setUTCFullYear(china.getUTCFullYear() + years)
  return china.getTime() - CHINA_OFFSET
}
