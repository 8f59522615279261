/** Photos of one delivery. */
export const MAX_DELIVERY_PICTURES = 9

export const deliveryMessages = {
  inFuture: '送达时间不能晚于当前时间',
} as const

/** A roster row: 1 its ballot has voted, 0 it was delivered to, null neither (`wire.md` section 8). */
export type NotifyStatus = 0 | 1 | null

/** Notify way: registered in the office; the owners' mini-programme writes another. */
export const AT_OFFICE = 2
