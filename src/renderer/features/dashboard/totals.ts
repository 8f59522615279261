import type { Estate } from '#shared/features/estate/contract.ts'

/** What several estates come to; `areaHundredths` in 0.01 m². */
export interface Totals {
  readonly propertyCount: number
  readonly ballotCount: number
  readonly areaHundredths: number
}

/** What all the estates hold together; areas exact, in 0.01 m². */
export function totalsOf(estates: readonly Pick<Estate, keyof Totals>[]): Totals {
  return estates.reduce<Totals>(
    (sum, estate) => ({
      propertyCount: sum.propertyCount + estate.propertyCount,
      ballotCount: sum.ballotCount + estate.ballotCount,
      areaHundredths: sum.areaHundredths + estate.areaHundredths,
    }),
    { propertyCount: 0, ballotCount: 0, areaHundredths: 0 },
  )
}
