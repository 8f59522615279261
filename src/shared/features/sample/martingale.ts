/**
 * When a sample may stop (`reading.md` section 5): a product of one factor per draw, which for a false assertion exceeds
 * 100/risk with a probability of at most risk/100 (Ville). In integers: no decision uses a rounded number.
 */
import type { Assertion } from './assertions.ts'

/** A positive fraction; not reduced. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}
const ONE: Fraction = { numerator: 1n, denominator: 1n }

/** Upper limit of proposed draws. */
export const MOST_DRAWS = 20_000

type Weighed = Pick<Assertion, 'margin' | 'cap' | 'total'>

/** Whether an assertion holds even if every vote drawn from were wrong. */
const needsNothing = ({ margin, cap, total }: Weighed): boolean => margin >= cap * total

/** A draw's factor; `taint` 0 to the cap. Not for an assertion that needs no draw. */
function factorOf({ margin, cap, total }: Weighed, taint: number): Fraction {
  const [whole, lead] = [BigInt(cap * total), BigInt(margin)]
  return { numerator: 10n * whole - lead - 9n * BigInt(taint) * BigInt(total), denominator: 10n * (whole - lead) }
}

/** Whether T reaches the value required by a risk in percent. */
const isEnough = ({ numerator, denominator }: Fraction, risk: number): boolean => numerator * BigInt(risk) >= 100n * denominator

/** If further apart than this, logarithms decide, otherwise integers: the logarithms' errors are a millionth of it. */
const CLOSE = 1e-6

/** An assertion's progress after some draws. */
export interface Progress {
  /** T after the last of them. */
  readonly value: Fraction
  /** The draw, from 1, at which T first reached 100/risk, 0 if none was needed; null if never. Once reached, it stays reached. */
  readonly reachedAt: number | null
}

/** @param taints those of the draws, in order */
export function progressOf(assertion: Weighed, risk: number, taints: readonly number[]): Progress {
  if (needsNothing(assertion)) return { value: ONE, reachedAt: 0 }
  const factors = Array.from({ length: assertion.cap + 1 }, (_, taint) => factorOf(assertion, taint))
  const logarithms = factors.map(logarithm)
  const counts = factors.map(() => 0)
  const product = (): Fraction => ({
    numerator: factors.reduce((all, { numerator }, taint) => all * numerator ** BigInt(counts[taint] ?? 0), 1n),
    denominator: factors.reduce((all, { denominator }, taint) => all * denominator ** BigInt(counts[taint] ?? 0), 1n),
  })
  const goal = Math.log(100 / risk)
  let sum = 0
  let reachedAt: number | null = null
  for (const [index, taint] of taints.entries()) {
    counts[taint] = (counts[taint] ?? 0) + 1
    sum += logarithms[taint] ?? 0
    if (reachedAt !== null || assertion.margin <= 0 || sum < goal - CLOSE) continue
    if (sum > goal + CLOSE || isEnough(product(), risk)) reachedAt = index + 1
  }
  return { value: product(), reachedAt }
}

/**
 * The minimum number of draws without an error until an assertion is reached; null if never, or only after more than {@link
 * MOST_DRAWS}.
 */
export function drawsNeeded(assertion: Weighed, risk: number, from: Fraction = ONE): number | null {
  if (needsNothing(assertion)) return 0
  if (assertion.margin <= 0) return null
  const { numerator, denominator } = factorOf(assertion, 0)
  const isReachedBy = (draws: number): boolean =>
    isEnough({ numerator: from.numerator * numerator ** BigInt(draws), denominator: from.denominator * denominator ** BigInt(draws) }, risk)
  const exact = (Math.log(100 / risk) - logarithm(from)) / logarithm({ numerator, denominator })
  if (exact <= -CLOSE) return 0
  if (exact > MOST_DRAWS + 1) return null
  const nearest = Math.max(0, Math.round(exact))
  const draws = Math.abs(exact - nearest) > CLOSE * Math.max(1, nearest) ? Math.ceil(exact) : isReachedBy(nearest) ? nearest : nearest + 1
  return draws <= MOST_DRAWS ? draws : null
}

/** Hexadecimal digits that fit exactly into a number. */
const DIGITS = 13
const SCALE = 10n ** 30n

/** The natural logarithm of a fraction whose parts may exceed a number. */
function logarithm({ numerator, denominator }: Fraction): number {
  // Near 1 the difference has the digits that the quotient loses.
  if (numerator < 2n * denominator && denominator < 2n * numerator) return Math.log1p(Number((SCALE * (numerator - denominator)) / denominator) / Number(SCALE))
  const of = (value: bigint): number => {
    const digits = value.toString(16)
    return Math.log(Number.parseInt(digits.slice(0, DIGITS), 16)) + Math.max(0, digits.length - DIGITS) * Math.log(16)
  }
  return of(numerator) - of(denominator)
}

/** T in wire format: six decimals, rounded half up. */
export function inSixPlaces({ numerator, denominator }: Fraction): string {
  const millionths = (numerator * 2_000_000n + denominator) / (2n * denominator)
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
}
