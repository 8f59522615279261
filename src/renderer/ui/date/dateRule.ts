import { isUnreadable, unreadable, type Precision } from '#shared/time/typedTime.ts'

/** The rule of a form's date: what cannot be read is not sent. */
export const dateRule = (precision: Precision) => ({
  validator: (_rule: unknown, written: string | undefined): Promise<void> =>
    isUnreadable(written ?? '', precision) ? Promise.reject(new Error(unreadable(precision))) : Promise.resolve(),
})
