import type { CheckRule, CheckTier } from '#shared/features/checkup/rules.ts'
import { rightsOf, type CheckedProperty } from './properties.ts'

/** A rule's finding, before it gets its id. */
export interface Draft {
  readonly rule: CheckRule
  readonly tier: CheckTier
  /** The reason in words; phones and ID numbers in it are masked. */
  readonly why: string
  /** The effect of correcting it, in words; `''` if nothing counted changes. */
  readonly effect: string
  /** In reading order. */
  readonly properties: readonly CheckedProperty[]
  /** Places missing in all rows. */
  readonly missing: readonly string[]
  /** The data read by the rule besides the rows' ids: any change makes it a different finding. */
  readonly values: readonly (string | number)[]
}

/** Formats a number for findings: `1,152`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US')
const twoThirds = (count: number): number => Math.ceil((2 * count) / 3)

/** The effect of fewer heads on the total: `合并后总票权 1,152 → 1,139，三分之二线 768 → 760`. */
export function fewerHeads(what: string, before: number, fewer: number): string {
  if (fewer === 0) return ''
  const after = before - fewer
  return `${what}总票权 ${formatCount(before)} → ${formatCount(after)}，三分之二线 ${formatCount(twoThirds(before))} → ${formatCount(twoThirds(after))}`
}

/** The same if all ballots of the properties are merged into one. */
export const mergedEffect = (rightCount: number, properties: readonly CheckedProperty[]): string => fewerHeads('合并后', rightCount, rightsOf(properties) - 1)

/** All data on the properties' owners, and on which properties share a ballot. */
export const ownersRead = (properties: readonly CheckedProperty[]): string[] =>
  properties.flatMap(({ ownerName, idNumber, phone, ballotId }) => [ownerName, idNumber, phone, ballotId])

/** Distinct texts in order: `张三、張三`, at most six. */
export function spellings(texts: Iterable<string>): string {
  const different = [...new Set(texts)]
  return different.slice(0, 6).join('、') + (different.length > 6 ? `等 ${formatCount(different.length)} 种` : '')
}
