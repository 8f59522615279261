import { isVisible, keptText } from './normalise.ts'

/** A typed text: its label and maximum length. Shared by the contract, the sheets and the forms. */
export interface TextLimit {
  readonly label: string
  /** Maximum length, in characters (code points, as in zod): `𠮷` is one. */
  readonly max: number
  /** The message if a required text is empty. */
  readonly missing?: string
}

/** The search input (`bad-input.md`, Calls). */
export const searchLimit = { label: '查询条件', max: 100 } as const satisfies TextLimit

/** The message for a text that is too long. */
export function tooLong({ label, max }: Pick<TextLimit, 'label' | 'max'>): string {
  return `${label}不能超过${max}个字符`
}

/**
 * The error message for a typed text, or null. Invisible characters do not count, as in the contract.
 *
 * @param missing the message if empty; null if it may be empty
 */
export function textFault(limit: TextLimit, text: string, missing: string | null = limit.missing ?? null): string | null {
  const kept = keptText(text)
  if (!isVisible(kept)) return missing
  return isLonger(kept, limit.max) ? tooLong(limit) : null
}

/** A character is one or two UTF-16 units: counting is needed only between those bounds. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false
  return text.length > max * 2 || Array.from(text).length > max
}
