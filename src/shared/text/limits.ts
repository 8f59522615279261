import { isVisible, keptText } from './normalise.ts'

/** A text that people type: what it is called and how long it may be. One row serves the contract, the sheets and the forms. */
export interface TextLimit {
  readonly label: string
  /** Longest accepted, in characters (code points, as zod counts them): `𠮷` is one. */
  readonly max: number
  /** The message when it is empty, where it must not be. */
  readonly missing?: string
}

/** What somebody searches with (`bad-input.md`, Calls). */
export const searchLimit = { label: '查询条件', max: 100 } as const satisfies TextLimit

/** The message of a text that is too long. */
export function tooLong({ label, max }: Pick<TextLimit, 'label' | 'max'>): string {
  return `${label}不能超过${max}个字符`
}

/**
 * What is wrong with a text that was typed, or null. What cannot be seen does not count, as in the contract.
 *
 * @param missing the message when it is empty; null if it may be
 */
export function textFault(limit: TextLimit, text: string, missing: string | null = limit.missing ?? null): string | null {
  const kept = keptText(text)
  if (!isVisible(kept)) return missing
  return isLonger(kept, limit.max) ? tooLong(limit) : null
}

/** A character is one or two UTF-16 units: they need counting only between those bounds. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false
  return text.length > max * 2 || Array.from(text).length > max
}
