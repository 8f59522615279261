import type { FormRule } from 'antd'
import { textFault, type TextLimit } from '#shared/text/limits.ts'
import { parseTime } from '#shared/time/chinaTime.ts'
import { isUnreadable, unreadable, type Precision } from '#shared/time/typedTime.ts'

/** A rule of a field: what is wrong with what is in it, in words; null if nothing is. */
export const judged = <Value>(faultOf: (value: Value) => string | null) => ({
  validator: (_rule: unknown, value: Value): Promise<void> => {
    const fault = faultOf(value)
    return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
  },
})

/**
 * What a form says of a text, in the server's own sentences: that it is missing, where its limit has a sentence for
 * that, and that it is too long.
 *
 * @param missing another sentence for an empty field; null if it may stay empty: an edit that leaves it as it is
 */
export function fieldRules(limit: TextLimit, missing: string | null = limit.missing ?? null): FormRule[] {
  return [{ required: missing !== null, ...judged((typed: string | undefined) => textFault(limit, typed ?? '', missing)) }]
}

/** The rule of a form's date: what cannot be read is not sent. */
export const dateRule = (precision: Precision) =>
  judged((written: string | undefined) => (isUnreadable(written ?? '', precision) ? unreadable(precision) : null))

/** What is wrong with a written time of something that has been, or null; an empty one is the required rule's business. */
export const futureFault = (written: string | undefined, now: number, sentence: string): string | null =>
  (parseTime(written ?? '') ?? 0) > now ? sentence : null
