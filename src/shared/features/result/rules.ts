import { asksThreeQuarters, type MajorityRule } from '../activity/law.ts'
import type { TextLimit } from '../../text/limits.ts'
import type { CountingRule } from '../activity/rules.ts'

export const resultLimits = {
  /** Why differences between the records and the journal are known. */
  knownReason: { label: '原因', max: 200, missing: '请输入原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Heads, and area in integer 0.01 m². */
export interface Share {
  readonly count: number
  readonly areaHundredths: number
}

/** A fraction of a whole that a share must reach. */
export interface Threshold {
  readonly numerator: number
  readonly denominator: number
  /** True where the fraction itself is enough (以上 includes the number itself, 过半 does not). */
  readonly includesItself: boolean
}

/** Those taking part must be 2/3 of the whole or more, by heads and by area (`counting.md` section 3). */
export const QUORUM: Threshold = { numerator: 2, denominator: 3, includesItself: true }

const HALF: Threshold = { numerator: 1, denominator: 2, includesItself: false }
const THREE_QUARTERS: Threshold = { numerator: 3, denominator: 4, includesItself: true }

/** What those who approve a topic must reach of those taking part; null where nothing is concluded. */
export function majorityOf(topic: MajorityRule): Threshold | null {
  const isThreeQuarters = asksThreeQuarters(topic)
  if (isThreeQuarters === null) return null
  return isThreeQuarters ? THREE_QUARTERS : HALF
}

/** Whether a part reaches the fraction of a whole: integers are compared, nothing of nothing reaches none. */
export function reaches(part: number, whole: number, { numerator, denominator, includesItself }: Threshold): boolean {
  if (whole === 0) return false
  return includesItself ? denominator * part >= numerator * whole : denominator * part > numerator * whole
}

/** True for the rules that count ballots which were delivered and not returned. */
export const countsDelivered = (rule: CountingRule): boolean => rule === 3 || rule === 4 || rule === 5

const answers = ['approve', 'oppose', 'abstain'] as const
export type AnswerName = (typeof answers)[number]

/** The answer that leads strictly in heads and in area; null where no one answer leads in both. */
export function leadingAnswer(shares: Readonly<Record<AnswerName, Share>>): AnswerName | null {
  const leads = (name: AnswerName): boolean =>
    answers.every((other) => other === name || (shares[name].count > shares[other].count && shares[name].areaHundredths > shares[other].areaHundredths))
  return answers.find(leads) ?? null
}

/**
 * Percent rounded half up from the exact fraction; 0 over an empty whole. For showing, never for deciding.
 *
 * @param decimals two, as the wire has rates (`wire.md` section 1), or more where two would mislead
 */
export function ratePercent(part: number, whole: number, decimals = 2): number {
  if (whole === 0) return 0
  const scale = 10n ** BigInt(decimals)
  const [numerator, denominator] = [BigInt(part) * 100n * scale, BigInt(whole)]
  return Number((2n * numerator + denominator) / (2n * denominator)) / Number(scale)
}
