import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { Code, Refusal, type Envelope, type FieldError } from '#shared/contract/envelope.ts'
import { readTrouble } from '../database/trouble.ts'
import type { Log } from '../kernel/log.ts'

/** A schema's complaints as the envelope reports them: the wire's field names, in order. */
export function refusalOf(error: z.ZodError): Refusal {
  const fields: FieldError[] = error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
  return new Refusal(Code.invalid, fields[0]?.message ?? '请求格式错误', fields)
}

export const badRequest = (): Refusal => new Refusal(Code.invalid, '请求格式错误')

/** The library's own refusals in our words; by its code, or by the status that it would have sent. */
function fromFastify(error: { readonly code?: unknown; readonly statusCode?: unknown }): Refusal | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) return new Refusal(Code.tooLarge, '请求内容过大')
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) return badRequest()
  return null
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
  if (refusal) return { code: refusal.code, message: refusal.message, data: refusal.data }
  const number = randomBytes(4).toString('hex').toUpperCase()
  log.error({ number, endpoint, err: error }, 'a call failed')
  return { code: Code.failed, message: `系统异常，请稍后重试（编号 ${number}）`, data: null }
}
