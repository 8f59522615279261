import { majorityOf, QUORUM, ratePercent, reaches, type Share, type Threshold } from '#shared/features/result/rules.ts'
import type { MajorityRule } from '#shared/features/activity/law.ts'
import type { CountingRule } from '#shared/features/activity/rules.ts'
import { formatArea, formatCount } from '../../../../ui/numbers.ts'

/** A share and the threshold that it must reach. */
export interface Fraction {
  /** `参与`, `同意`. */
  readonly name: string
  readonly unit: 'heads' | 'area'
  /** `21/36`, `1,761.40/3,129.75㎡`. */
  readonly figures: string
  /** `58.33%`. */
  readonly rate: string
  /** `＞ 1/2`; `''` if nothing is to be reached. */
  readonly comparison: string
  /** Null if nothing is to be reached. */
  readonly isReached: boolean | null
}

/** More decimals than these do not help anybody. */
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
 * The rate with as many decimals as it takes not to contradict its comparison.
 *
 * 599.99 of 800.00 is less than 3/4 and would be 75.00%: it is 74.999%.
 */
function tellingRate(part: number, whole: number, { numerator, denominator }: Threshold): string {
  const exact = Math.sign(denominator * part - numerator * whole)
  for (let decimals = 2; decimals < MAX_DECIMALS; decimals++) {
    const scale = 10 ** decimals
    const shown = Math.round(ratePercent(part, whole, decimals) * scale)
    const rounded = Math.sign(denominator * shown - numerator * 100 * scale)
    // What is rounded is as much on the right side as the fraction itself, or is the fraction itself.
    if (exact === 0 || rounded === exact) return rateInWords(part, whole, decimals)
  }
  return rateInWords(part, whole, MAX_DECIMALS)
}

/** Whether enough of the whole take part: by heads and by area. */
export function quorumFractions(participants: Share, whole: Share, rule: CountingRule): Fraction[] {
  return pair('参与', participants, whole, rule === 6 ? null : QUORUM)
}

/** Whether enough of those who take part approve, by the topic's own fraction: by heads and by area. */
export function majorityFractions(approve: Share, participants: Share, topic: MajorityRule): Fraction[] {
  return pair('同意', approve, participants, participants.count === 0 ? null : majorityOf(topic))
}
