import type { Statistics } from '#shared/features/result/contract.ts'
import { missingToQuorum, type Share } from '#shared/features/result/rules.ts'
import { formatArea, formatCount } from '../../../../ui/numbers.ts'

/** An activity's turnout, from `result.progress`. */
export type Turnout = Pick<Statistics, 'totalCount' | 'totalAreaHundredths' | 'votedCount' | 'votedAreaHundredths' | 'votedCountRate' | 'votedAreaRate'>

/** What is missing, as text: `还差 37 人、4,210.55㎡`; `''` if nothing. */
export function missingWords({ count, areaHundredths }: Share): string {
  const parts = [...(count > 0 ? [`${formatCount(count)} 人`] : []), ...(areaHundredths > 0 ? [`${formatArea(areaHundredths)}㎡`] : [])]
  return parts.length === 0 ? '' : `还差 ${parts.join('、')}`
}

/** What is missing to two thirds, in heads and 0.01 m²; 0 if nothing. */
export function missingInTurnout({ totalCount, totalAreaHundredths, votedCount, votedAreaHundredths }: Turnout): Share {
  return missingToQuorum({ count: votedCount, areaHundredths: votedAreaHundredths }, { count: totalCount, areaHundredths: totalAreaHundredths })
}

/** The turnout relative to two thirds, in one sentence. */
export function turnoutWords(turnout: Turnout): string {
  if (turnout.totalCount === 0) return '票权清册是空的'
  const { count, areaHundredths } = missingInTurnout(turnout)
  if (count === 0 && areaHundredths === 0) return '人数和面积都已达到 2/3'
  if (count === 0) return `人数已达到 2/3，面积还差 ${formatArea(areaHundredths)}㎡`
  if (areaHundredths === 0) return `面积已达到 2/3，人数还差 ${formatCount(count)} 人`
  return missingWords({ count, areaHundredths })
}
