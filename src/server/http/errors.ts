import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Envelope, FieldError } from '#shared/contract/envelope.ts'
import { Refusal, type RefusedAnswer } from '#shared/contract/refusals.ts'
import { readTrouble } from '../database/trouble.ts'
import type { Log } from '../kernel/log.ts'

/** Converts a schema's issues to a refusal with the wire's field names, in order. */
export function refusalOf(error: z.ZodError): Refusal {
  const fields: FieldError[] = error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
  return new Refusal('request.invalid', { errors: fields })
}

/** Creates the refusal of a malformed call, `request.malformed` (400); returns it, does not throw. */
export const badRequest = () => new Refusal('request.malformed')

/** Maps Fastify's own errors to refusals, by code or else by status. */
function fromFastify(error: { readonly code?: unknown; readonly statusCode?: unknown }): Refusal | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) return new Refusal('request.tooLarge')
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) return badRequest()
  return null
}

/** A refusal as sent to the client. */
export function asEnvelope({ code, message, data, reason }: RefusedAnswer): Envelope {
  return { code, message, data, ...(reason === null ? {} : { reason }) }
}

/**
 * Any error as the envelope sent to the client.
 *
 * A database that is temporarily unavailable has its own message. An internal error gets a number, in the answer and with
 * the cause in the log.
 */
export function envelopeOf(error: unknown, log: Log, endpoint: string): Envelope {
  const refusal = error instanceof Refusal ? error : (readTrouble(error) ?? fromFastify(Object(error) as object))
  if (refusal?.cause !== undefined) log.warn({ endpoint, cause: refusal.cause }, 'a refusal with a cause')
  if (refusal) return asEnvelope(refusal)
  const number = randomBytes(4).toString('hex').toUpperCase()
  log.error({ number, endpoint, err: error }, 'a call failed')
  return asEnvelope(new Refusal('server.failed', { number }))
}
