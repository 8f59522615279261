import type { FormRule } from 'antd'
import { tooLong, type TextLimit } from '#shared/text/limits.ts'

/**
 * What a form says of a text, in the server's own sentences: that it is missing, where its limit has a sentence for
 * that, and that it is too long.
 *
 * @param isRequired false where the same field may stay empty: an edit that leaves it as it is
 */
export function fieldRules({ label, max, missing }: TextLimit, isRequired = missing !== undefined): FormRule[] {
  const longest: FormRule = { max, message: tooLong({ label, max }) }
  return isRequired && missing !== undefined ? [{ required: true, whitespace: true, message: missing }, longest] : [longest]
}
