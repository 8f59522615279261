import type { FormRule } from 'antd'
import { textFault, type TextLimit } from '#shared/text/limits.ts'

/**
 * What a form says of a text, in the server's own sentences: that it is missing, where its limit has a sentence for
 * that, and that it is too long.
 *
 * @param missing another sentence for an empty field; null if it may stay empty: an edit that leaves it as it is
 */
export function fieldRules(limit: TextLimit, missing: string | null = limit.missing ?? null): FormRule[] {
  const judge = (_rule: unknown, typed: string | undefined): Promise<void> => {
    const fault = textFault(limit, typed ?? '', missing)
    return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
  }
  return [{ required: missing !== null, validator: judge }]
}
