import type { Share } from '#shared/features/result/rules.ts'

/** A ballot that a move may take. */
export interface MovableBallot {
  readonly areaHundredths: number
  readonly isDelivered: boolean
}

/** What is taken of ballots, those with a delivery apart. */
export interface Portion {
  readonly all: Share
  readonly delivered: Share
}

/** Sums of the first so many of a list. */
export function prefixesOf(ballots: readonly MovableBallot[]): (count: number) => Portion {
  const areas = new Float64Array(ballots.length + 1)
  const deliveredAreas = new Float64Array(ballots.length + 1)
  const deliveredCounts = new Int32Array(ballots.length + 1)
  for (const [index, { areaHundredths, isDelivered }] of ballots.entries()) {
    areas[index + 1] = areas[index]! + areaHundredths
    deliveredAreas[index + 1] = deliveredAreas[index]! + (isDelivered ? areaHundredths : 0)
    deliveredCounts[index + 1] = deliveredCounts[index]! + (isDelivered ? 1 : 0)
  }
  return (count) => ({
    all: { count, areaHundredths: areas[count] ?? 0 },
    delivered: { count: deliveredCounts[count] ?? 0, areaHundredths: deliveredAreas[count] ?? 0 },
  })
}

/** The least of 1 to `most` for which it holds, where it then holds for all above; null where for none. */
export function leastOf(most: number, holds: (count: number) => boolean): number | null {
  if (most < 1 || !holds(most)) return null
  let [fails, least] = [0, most]
  while (least - fails > 1) {
    const middle = (fails + least) >> 1
    if (holds(middle)) least = middle
    else fails = middle
  }
  return least
}
