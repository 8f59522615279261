import { featureRefusals } from '../features/words.ts'
import { workbookRefusals } from '../import/refusals.ts'
import { type FieldError } from './envelope.ts'
import { Code, type RefusalCode } from './codes.ts'
import type { RefusalEntry } from './refusalPart.ts'
import { requestRefusals } from './requestRefusals.ts'

/** All refusal reasons: code, message and extra data. No code branches on a message. */
export const refusals = Object.freeze({
  ...requestRefusals,
  ...featureRefusals,
  ...workbookRefusals,
})
type Refusals = typeof refusals

/** `feature.reason`: the reason of a refusal. */
export type Reason = keyof Refusals

type ValuesTaken<F> = F extends (values: infer V) => unknown ? V : unknown
type ValuesOfEntry<E> = ValuesTaken<E extends { readonly sentence: infer F } ? F : unknown> &
  ValuesTaken<E extends { readonly fields: infer F } ? F : unknown> &
  ValuesTaken<E extends { readonly data: infer F } ? F : unknown>
/** The values for a reason's message and data; unknown for a reason without values. */
export type ValuesOf<R extends Reason> = R extends Reason ? ValuesOfEntry<Refusals[R]> : never
/** The reasons without values; a rule may return any of them directly. */
export type PlainReason = { [R in Reason]: unknown extends ValuesOf<R> ? R : never }[Reason]

export interface RefusalOptions {
  /** The subject among several, prefixed to the message (`一期-3栋-1201（王）：…`). */
  readonly about?: string
  /** For the log, never for the user. */
  readonly cause?: unknown
}

/** A refusal as sent between processes or threads. */
export interface RefusedAnswer {
  /** Null if the other side gives none known to this program. */
  readonly reason: Reason | null
  readonly code: RefusalCode
  readonly message: string
  readonly data: unknown
}

/** A reason without values has null instead. */
type RefusalArguments<R extends Reason> = [R] extends [PlainReason]
  ? [values?: null, options?: RefusalOptions]
  : [values: ValuesOf<Exclude<R, PlainReason>>, options?: RefusalOptions]

/**
 * A refusal with its reason.
 *
 * Thrown within a process, with the values required by the reason's entry; between processes it travels as the envelope, as a
 * `Failure` or as a worker's message, and is rethrown unchanged.
 */
export class Refusal<R extends Reason = never> extends Error {
  readonly reason: Reason | null
  readonly code: RefusalCode
  readonly data: unknown

  constructor(answer: RefusedAnswer)
  constructor(reason: R, ...rest: RefusalArguments<R>)
  constructor(refused: Reason | RefusedAnswer, values?: unknown, { about, cause }: RefusalOptions = {}) {
    const { reason, code, message, data } = typeof refused === 'string' ? answerOf(refused, values, about) : refused
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'Refusal'
    this.reason = reason
    this.code = code
    this.data = data
  }
}

/**
 * What was looked for, where it was found.
 *
 * @throws Refusal with the reason where it was not
 */
export function required<T>(found: T | null | undefined, reason: PlainReason): T {
  if (found === null || found === undefined) throw new Refusal(reason)
  return found
}

/** @throws Refusal with the reason that a rule gives, if it gives one */
export function throwIfRefused(reason: PlainReason | null): void {
  if (reason !== null) throw new Refusal(reason)
}

/** A reason's message, for screens that show it without calling the server. */
export function sentenceFor<R extends Reason>(reason: R, ...[values]: [R] extends [PlainReason] ? [] : [ValuesOf<Exclude<R, PlainReason>>]): string {
  return answerOf(reason, values).message
}

/** Whether this program knows the reason. */
export function isReason(reason: unknown): reason is Reason {
  return typeof reason === 'string' && Object.hasOwn(refusals, reason)
}

/** Whether a reason means that something does not exist, or no longer. */
export function saysGone(reason: Reason | null): boolean {
  return reason !== null && refusals[reason].code === Code.notFound
}

/**
 * Unless made by the entry, `data` is the invalid fields, for code 402 the message, as the specification's clients expect it,
 * and else null.
 */
function answerOf(reason: Reason, values: unknown, about?: string): RefusedAnswer {
  const { code, sentence, fields, data }: RefusalEntry = refusals[reason]
  // RefusalArguments pairs each reason with its entry's own values; here their type is only known in general.
  const given = values as never
  const said = typeof sentence === 'string' ? sentence : sentence(given)
  const message = about === undefined ? said : `${about}：${said}`
  const wrong = typeof fields === 'function' ? fields(given) : fields
  if (data) return { reason, code, message, data: data(given) }
  if (wrong) return { reason, code, message, data: wrong.map((field) => ({ field, message })) satisfies FieldError[] }
  return { reason, code, message, data: code === Code.ruleSaysNo ? message : null }
}
