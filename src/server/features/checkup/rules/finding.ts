import type { CheckRule, CheckTier } from '#shared/features/checkup/rules.ts'
import { rightsOf, type CheckedProperty } from './properties.ts'

/** What a rule has found, before it gets its id. */
export interface Draft {
  readonly rule: CheckRule
  readonly tier: CheckTier
  /** Why, in words; phones and ID numbers in it are masked. */
  readonly why: string
  /** What it would change, in words; `''` if it changes nothing that is counted. */
  readonly effect: string
  /** In reading order. */
  readonly properties: readonly CheckedProperty[]
  /** Places that are in no row. */
  readonly missing: readonly string[]
  /** What the rule read besides the rows' ids: if any of it changes, it is another finding. */
  readonly values: readonly (string | number)[]
}

/** A number as findings write it: `1,152`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US')
const twoThirds = (count: number): number => Math.ceil((2 * count) / 3)

/** What the whole becomes with fewer heads: `合并后总票权 1,152 → 1,139，三分之二线 768 → 760`. */
export function fewerHeads(what: string, before: number, fewer: number): string {
  if (fewer === 0) return ''
  const after = before - fewer
  return `${what}总票权 ${formatCount(before)} → ${formatCount(after)}，三分之二线 ${formatCount(twoThirds(before))} → ${formatCount(twoThirds(after))}`
}

/** The same where all that the properties vote with becomes one. */
export const mergedEffect = (rightCount: number, properties: readonly CheckedProperty[]): string => fewerHeads('合并后', rightCount, rightsOf(properties) - 1)

/** All that says who owns the properties, and which of them vote together. */
export const ownersRead = (properties: readonly CheckedProperty[]): string[] =>
  properties.flatMap(({ ownerName, idNumber, phone, ballotId }) => [ownerName, idNumber, phone, ballotId])

/** Different texts in their order: `张三、張三`, at most six of them. */
export function spellings(texts: Iterable<string>): string {
  const different = [...new Set(texts)]
  return different.slice(0, 6).join('、') + (different.length > 6 ? `等 ${formatCount(different.length)} 种` : '')
}
