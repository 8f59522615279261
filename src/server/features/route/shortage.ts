import type { Share } from '#shared/features/result/rules.ts'
import { formatArea, formatCount } from '#shared/text/numbers.ts'

/** Areas, largest first. */
export const largestFirst = (areas: ArrayLike<number>): Float64Array => Float64Array.from(areas).sort().toReversed()

/**
 * The fewest doors with which any choice can make the quorum: at least the missing heads, and enough of the largest
 * remaining areas to reach the missing area.
 *
 * @param sorted the areas of the open ballots, largest first
 */
export function fewestDoors(short: Share, sorted: Float64Array): number {
  let doors = 0
  let area = 0
  while (doors < sorted.length && (doors < short.count || area < short.areaHundredths)) {
    area += sorted[doors] ?? 0
    doors += 1
  }
  return doors
}

const inSquareMetres = (hundredths: number): string => `${formatArea(hundredths)}㎡`

/** Why one door fewer does not suffice, verifiable by hand; `''` if nothing is missing. */
export function proofOf(short: Share, sorted: Float64Array): string {
  const doors = fewestDoors(short, sorted)
  if (doors === 0) return ''
  if (doors === short.count) return `还差${formatCount(doors)}户，每户最多计1人`
  const withOneFewer = sorted.subarray(0, doors - 1)
  if (withOneFewer.length === 0) return `面积还差${inSquareMetres(short.areaHundredths)}，至少需要1户`
  return `剩余面积最大的${formatCount(withOneFewer.length)}户合计${inSquareMetres(withOneFewer.reduce((sum, area) => sum + area, 0))}，仍不足`
}
