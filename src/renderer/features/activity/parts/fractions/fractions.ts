import { majorityOf, QUORUM, ratePercent, reaches, type Share, type Threshold } from '#shared/features/result/rules.ts'
import type { MajorityRule } from '#shared/features/activity/law.ts'
import type { CountingRule } from '#shared/features/activity/rules.ts'
import { formatArea, formatCount } from '../../../../ui/numbers.ts'

/** A share and its threshold. */
export interface Fraction {
  /** `参与`, `同意`. */
  readonly name: string
  readonly unit: 'heads' | 'area'
  /** `21/36`, `1,761.40/3,129.75㎡`. */
  readonly figures: string
  /** `58.33%`. */
  readonly rate: string
  /** `＞ 1/2`; `''` if there is no threshold. */
  readonly comparison: string
  /** Null if there is no threshold. */
  readonly isReached: boolean | null
}

/** Maximum number of decimals. */
const MAX_DECIMALS = 8

/** A fraction by heads, and the same by area. */
function pair(name: string, part: Share, whole: Share, threshold: Threshold | null): [heads: Fraction, area: Fraction] {
  return [
    {
      name,
      unit: 'heads',
      figures: `${formatCount(part.count)}/${formatCount(whole.count)}`,
      ...compared(part.count, whole.count, threshold),
    },
    {
      name,
      unit: 'area',
      figures: `${formatArea(part.areaHundredths)}/${formatArea(whole.areaHundredths)}㎡`,
      ...compared(part.areaHundredths, whole.areaHundredths, threshold),
    },
  ]
}

function compared(part: number, whole: number, threshold: Threshold | null): Pick<Fraction, 'rate' | 'comparison' | 'isReached'> {
  if (threshold === null) return { rate: rateInWords(part, whole), comparison: '', isReached: null }
  const isReached = reaches(part, whole, threshold)
  return { rate: tellingRate(part, whole, threshold), comparison: `${sign(threshold, isReached)} ${thresholdInWords(threshold)}`, isReached }
}

const sign = ({ includesItself }: Threshold, isReached: boolean): string => (isReached ? (includesItself ? '≥' : '＞') : includesItself ? '＜' : '≤')

/** `2/3`. */
export const thresholdInWords = ({ numerator, denominator }: Threshold): string => `${numerator}/${denominator}`

/** `66.67%`. */
export const rateInWords = (part: number, whole: number, decimals = 2): string => `${ratePercent(part, whole, decimals).toFixed(decimals)}%`

/**
 * The rate with enough decimals not to contradict its comparison.
 *
 * 599.99 of 800.00 is less than 3/4 but would round to 75.00%; the result is 74.999%.
 */
function tellingRate(part: number, whole: number, { numerator, denominator }: Threshold): string {
  const exact = Math.sign(denominator * part - numerator * whole)
  for (let decimals = 2; decimals < MAX_DECIMALS; decimals++) {
    const scale = 10 ** decimals
    const shown = Math.round(ratePercent(part, whole, decimals) * scale)
    const rounded = Math.sign(denominator * shown - numerator * 100 * scale)
    // The rounded rate is on the same side of the threshold, or the fraction equals it.
    if (exact === 0 || rounded === exact) return rateInWords(part, whole, decimals)
  }
  return rateInWords(part, whole, MAX_DECIMALS)
}

/** The participation quorum, by heads and by area. */
export function quorumFractions(participants: Share, whole: Share, rule: CountingRule): Fraction[] {
  return pair('参与', participants, whole, rule === 6 ? null : QUORUM)
}

/** Whether enough participants approve for the topic's majority, by heads and by area. */
export function majorityFractions(approve: Share, participants: Share, topic: MajorityRule): Fraction[] {
  return pair('同意', approve, participants, participants.count === 0 ? null : majorityOf(topic))
}
