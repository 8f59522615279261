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
 * Form rules for a text, with the server's messages: missing (if the limit has a message for that) and too long.
 *
 * @param missing another message for an empty field; null if it may stay empty: an edit that leaves it unchanged
 */
export function fieldRules(limit: TextLimit, missing: string | null = limit.missing ?? null): FormRule[] {
  return [{ required: missing !== null, ...judged((typed: string | undefined) => textFault(limit, typed ?? '', missing)) }]
}

/** Form rule for dates: rejects unreadable text. */
export const dateRule = (precision: Precision) =>
  judged((written: string | undefined) => (isUnreadable(written ?? '', precision) ? unreadable(precision) : null))

/** What is wrong with a written time of something that has been, or null; an empty one is the required rule's business. */
export const futureFault = (written: string | undefined, now: number, sentence: string): string | null =>
  (parseTime(written ?? '') ?? 0) > now ? sentence : null
