import { z } from 'zod'

/** The answers' codes (`wire.md` section 1). */
export const Code = {
  done: 200,
  invalid: 400,
  wrongApplication: 401,
  ruleSaysNo: 402,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  tooMany: 429,
  notLoggedIn: 443,
  loggedOut: 444,
  failed: 500,
} as const
export type RefusalCode = Exclude<(typeof Code)[keyof typeof Code], 200>

export const APP_ID = 'community-vote-console'
export const APP_ID_HEADER = 'x-app-id'
export const AUTH_ID_HEADER = 'x-auth-id'
/** The name of the computer that calls, percent-encoded; a client may leave it out. */
export const DESK_HEADER = 'x-desk-name'
export const API_BASE = '/api'

export const Envelope = z.object({ code: z.number(), message: z.string(), data: z.unknown() })
export type Envelope = z.infer<typeof Envelope>

export interface FieldError {
  /** The wire's name of the field. */
  readonly field: string
  readonly message: string
}

/**
 * A no, with its reason in words that the user reads.
 *
 * Thrown inside a process; across one it travels as the envelope or as a {@link Failure}.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly data: unknown

  constructor(code: RefusalCode, message: string, data: unknown = null, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Refusal'
    this.code = code
    this.data = data
  }
}

/** A business rule says no (402): the sentence is `data`, as the specification's clients expect it. */
export function ruleSaysNo(sentence: string): Refusal {
  return new Refusal(Code.ruleSaysNo, sentence, sentence)
}
export function notFound(what: string): Refusal {
  return new Refusal(Code.notFound, `${what}不存在`)
}
export function conflict(sentence: string): Refusal {
  return new Refusal(Code.conflict, sentence)
}
/** One wrong field that only the database could tell. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal(Code.invalid, message, [{ field, message }] satisfies FieldError[])
}
