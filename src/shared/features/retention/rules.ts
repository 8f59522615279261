import { CHINA_OFFSET } from '../../time/chinaTime.ts'

/** How many years after their end personal data of activities can be kept at least and at most. */
export const retentionYears = { min: 1, max: 30 } as const

/** The same moment of a later year in China standard time; of a 29 February the next day where that year has none. */
export function yearsLater(at: number, years: number): number {
  const china = new Date(at + CHINA_OFFSET)
  china.setUTCFullYear(china.getUTCFullYear() + years)
  return china.getTime() - CHINA_OFFSET
}
