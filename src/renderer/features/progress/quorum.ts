import type { Statistics } from '#shared/features/result/contract.ts'
import { formatArea, formatCount } from '../../widgets/numbers.ts'

/** What the two bars tell: taken from `result.progress`. */
export type Participation = Pick<Statistics, 'totalCount' | 'totalAreaHundredths' | 'votedCount' | 'votedAreaHundredths' | 'votedCountRate' | 'votedAreaRate'>

/** How much of a part is missing to two thirds of the whole, in whole units: 以上 includes the number itself (`counting.md` section 3). */
function missingOf(part: number, whole: number): number {
  return Math.max(0, Math.ceil((2 * whole - 3 * part) / 3))
}

/** What is missing to the 2/3 line, in heads and in 0.01 m². */
export function missing({ totalCount, totalAreaHundredths, votedCount, votedAreaHundredths }: Participation) {
  return { count: missingOf(votedCount, totalCount), areaHundredths: missingOf(votedAreaHundredths, totalAreaHundredths) }
}

/** The same in words: `还差 37 户、4,210.55㎡`. */
export function missingInWords(participation: Participation): string {
  if (participation.totalCount === 0) return '票权清册是空的'
  const { count, areaHundredths } = missing(participation)
  if (count === 0 && areaHundredths === 0) return '人数和面积都已达到 2/3'
  if (count === 0) return `人数已达到 2/3，面积还差 ${formatArea(areaHundredths)}㎡`
  if (areaHundredths === 0) return `面积已达到 2/3，人数还差 ${formatCount(count)} 户`
  return `还差 ${formatCount(count)} 户、${formatArea(areaHundredths)}㎡`
}
