import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Envelope, FieldError } from '#shared/contract/envelope.ts'
import { Refusal, type RefusedAnswer } from '#shared/contract/refusals.ts'
import { readTrouble } from '../database/trouble.ts'
import type { Log } from '../kernel/log.ts'

/** A schema's complaints as the envelope reports them: the wire's field names, in order. */
export function refusalOf(error: z.ZodError): Refusal {
  const fields: FieldError[] = error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
  return new Refusal('request.invalid', { errors: fields })
}

/** The refusal of a call that is not written as calls are, `request.malformed` (400); it is returned, not thrown. */
export const badRequest = () => new Refusal('request.malformed')

/** The library's own refusals in our words; by its code, or by the status that it would have sent. */
function fromFastify(error: { readonly code?: unknown; readonly statusCode?: unknown }): Refusal | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) return new Refusal('request.tooLarge')
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) return badRequest()
  return null
}

/** A refusal as it leaves the server. */
export function asEnvelope({ code, message, data, reason }: RefusedAnswer): Envelope {
  return { code, message, data, ...(reason === null ? {} : { reason }) }
}

/**
 * Any error as the envelope that leaves the server.
 *
 * A database that cannot work for now says so in its own sentence. What is nobody's doing but ours gets a number: the
 * answer names it, and the log has the cause under it.
 */
export function envelopeOf(error: unknown, log: Log, endpoint: string): Envelope {
  const refusal = error instanceof Refusal ? error : (readTrouble(error) ?? fromFastify(Object(error) as object))
  if (refusal?.cause !== undefined) log.warn({ endpoint, cause: refusal.cause }, 'a refusal with a cause')
  if (refusal) return asEnvelope(refusal)
  const number = randomBytes(4).toString('hex').toUpperCase()
  log.error({ number, endpoint, err: error }, 'a call failed')
  return asEnvelope(new Refusal('server.failed', { number }))
}
