import { asksThreeQuarters, type MajorityRule } from '../activity/law.ts'

/** Heads, and area in integer 0.01 m². */
export interface Share {
  readonly count: number
  readonly areaHundredths: number
}

export const NO_SHARE: Share = { count: 0, areaHundredths: 0 }
/** Adds heads and area. */
export const plus = (a: Share, b: Share): Share => ({ count: a.count + b.count, areaHundredths: a.areaHundredths + b.areaHundredths })
/** Subtracts heads and area. */
export const minus = (a: Share, b: Share): Share => ({ count: a.count - b.count, areaHundredths: a.areaHundredths - b.areaHundredths })

/** A fraction of a whole that a share must reach. */
export interface Threshold {
  readonly numerator: number
  readonly denominator: number
  /** Whether the exact fraction suffices (以上 includes the number itself, 过半 does not). */
  readonly includesItself: boolean
}

/** The turnout must be at least 2/3 of the whole, by heads and by area (`counting.md` section 3). */
export const QUORUM: Threshold = { numerator: 2, denominator: 3, includesItself: true }

const HALF: Threshold = { numerator: 1, denominator: 2, includesItself: false }
const THREE_QUARTERS: Threshold = { numerator: 3, denominator: 4, includesItself: true }

/** The fraction of the participants that must approve a topic; null if nothing is concluded. */
export function majorityOf(topic: MajorityRule): Threshold | null {
  const isThreeQuarters = asksThreeQuarters(topic)
  if (isThreeQuarters === null) return null
  return isThreeQuarters ? THREE_QUARTERS : HALF
}

/** Whether a part reaches the fraction of a whole, by integer comparison; zero of zero does not. */
export function reaches(part: number, whole: number, { numerator, denominator, includesItself }: Threshold): boolean {
  if (whole === 0) return false
  return includesItself ? denominator * part >= numerator * whole : denominator * part > numerator * whole
}

/** Whether the turnout suffices, by heads and by area. */
export const meetsQuorum = (part: Share, whole: Share): boolean =>
  reaches(part.count, whole.count, QUORUM) && reaches(part.areaHundredths, whole.areaHundredths, QUORUM)

/** How much a part falls short of the fraction of a whole, by heads and by area; zero if it reaches it. */
export function missingTo({ numerator, denominator, includesItself }: Threshold, part: Share, whole: Share): Share {
  const least = (all: number): number => Math.floor((numerator * all + (includesItself ? denominator - 1 : denominator)) / denominator)
  const missing = (there: number, all: number): number => Math.max(0, least(all) - there)
  return { count: missing(part.count, whole.count), areaHundredths: missing(part.areaHundredths, whole.areaHundredths) }
}
/** How much the turnout falls short of the quorum; zero if it suffices, and for an empty whole. */
export const missingToQuorum = (part: Share, whole: Share): Share => missingTo(QUORUM, part, whole)

const answers = ['approve', 'oppose', 'abstain'] as const
export type AnswerName = (typeof answers)[number]

/** The answer strictly ahead in both heads and area; null if none is. */
export function leadingAnswer(shares: Readonly<Record<AnswerName, Share>>): AnswerName | null {
  const leads = (name: AnswerName): boolean =>
    answers.every((other) => other === name || (shares[name].count > shares[other].count && shares[name].areaHundredths > shares[other].areaHundredths))
  return answers.find(leads) ?? null
}

/**
 * Percent rounded half up from the exact fraction; 0 over an empty whole. For display, never for decisions.
 *
 * @param decimals two, as for rates on the wire (`wire.md` section 1), or more where two would mislead
 */
export function ratePercent(part: number, whole: number, decimals = 2): number {
  if (whole === 0) return 0
  const scale = 10n ** BigInt(decimals)
  const [numerator, denominator] = [BigInt(part) * 100n * scale, BigInt(whole)]
  return Number((2n * numerator + denominator) / (2n * denominator)) / Number(scale)
}
