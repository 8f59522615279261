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
  /** The end of an order `copyData`; `problem` is a sentence for the user, `''` where all went well. */
  z.object({ type: z.literal('dataCopied'), id: z.string().max(64), problem: z.string().max(500) }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/** What the main process tells the embedded server. */
export const ServerOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop') }),
  /** Copies the whole database to a file, whole or not at all, while work goes on. */
  z.object({ type: z.literal('copyData'), id: z.string().max(64), path: z.string().max(4_096) }),
])
export type ServerOrder = z.infer<typeof ServerOrder>
