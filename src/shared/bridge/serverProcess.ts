import { z } from 'zod'

/**
 * What the embedded server tells the main process over its parent port.
 *
 * `preparing` may come any number of times before `ready` (a database that is being upgraded): each gives the start
 * its full time again. `failed` says that starting anew would not help; the process ends by itself after it.
 */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('preparing'), message: z.string().max(500) }),
  z.object({ type: z.literal('ready'), url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/) }),
  z.object({ type: z.literal('failed'), message: z.string().max(500) }),
  /** A text message for the person at this computer: the last four digits of the phone and the code. */
  z.object({ type: z.literal('sms'), phoneEnding: z.string().max(4), code: z.string().max(10) }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/** What the main process tells the embedded server. */
export const ServerOrder = z.discriminatedUnion('type', [z.object({ type: z.literal('stop') })])
export type ServerOrder = z.infer<typeof ServerOrder>
