import { featureRefusals } from '../features/words.ts'
import { workbookRefusals } from '../import/refusals.ts'
import { type FieldError } from './envelope.ts'
import { Code, type RefusalCode } from './codes.ts'
import type { RefusalEntry } from './refusalPart.ts'
import { requestRefusals } from './requestRefusals.ts'

/** Each reason to say no: its code, its sentence and what else the refusal tells. Nothing decides by a sentence. */
export const refusals = Object.freeze({
  ...requestRefusals,
  ...featureRefusals,
  ...workbookRefusals,
})
type Refusals = typeof refusals

/** `feature.reason`: why something is refused. */
export type Reason = keyof Refusals

type ValuesTaken<F> = F extends (values: infer V) => unknown ? V : unknown
type ValuesOfEntry<E> = ValuesTaken<E extends { readonly sentence: infer F } ? F : unknown> &
  ValuesTaken<E extends { readonly fields: infer F } ? F : unknown> &
  ValuesTaken<E extends { readonly data: infer F } ? F : unknown>
/** What a reason's sentence and data are made of; unknown for a reason that takes nothing. */
export type ValuesOf<R extends Reason> = R extends Reason ? ValuesOfEntry<Refusals[R]> : never
/** The reasons that take no values; a rule may return any of them without more. */
export type PlainReason = { [R in Reason]: unknown extends ValuesOf<R> ? R : never }[Reason]

export interface RefusalOptions {
  /** Whom of many it is about: is before the sentence (`一期-3栋-1201（王）：…`). */
  readonly about?: string
  /** For the log, never for the user. */
  readonly cause?: unknown
}

/** A refusal as it crosses from one process or thread to another. */
export interface RefusedAnswer {
  /** null if the other side gives none that this program knows. */
  readonly reason: Reason | null
  readonly code: RefusalCode
  readonly message: string
  readonly data: unknown
}

/** A reason that takes no values has null in their place. */
type RefusalArguments<R extends Reason> = [R] extends [PlainReason]
  ? [values?: null, options?: RefusalOptions]
  : [values: ValuesOf<Exclude<R, PlainReason>>, options?: RefusalOptions]

/**
 * A no, with its reason.
 *
 * Thrown inside a process, with the values that the reason's entry takes; across one it travels as the envelope, as a
 * `Failure` or as a worker's message, and is thrown again as it came.
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

/** The sentence of a reason, for a screen that says it before anything is asked. */
export function sentenceFor<R extends Reason>(reason: R, ...[values]: [R] extends [PlainReason] ? [] : [ValuesOf<Exclude<R, PlainReason>>]): string {
  return answerOf(reason, values).message
}

/** True for a reason that this program knows. */
export function isReason(reason: unknown): reason is Reason {
  return typeof reason === 'string' && Object.hasOwn(refusals, reason)
}

/** True for a reason that says that something is not there, perhaps not any more. */
export function saysGone(reason: Reason | null): boolean {
  return reason !== null && refusals[reason].code === Code.notFound
}

/** `data` is the wrong fields, for code 402 the sentence, as the specification's clients expect it, and else null, where the entry does not make it. */
function answerOf(reason: Reason, values: unknown, about?: string): RefusedAnswer {
  const { code, sentence, fields, data }: RefusalEntry = refusals[reason]
  // RefusalArguments pairs each reason with its entry's own values; here they can only be known in general.
  const given = values as never
  const said = typeof sentence === 'string' ? sentence : sentence(given)
  const message = about === undefined ? said : `${about}：${said}`
  const wrong = typeof fields === 'function' ? fields(given) : fields
  if (data) return { reason, code, message, data: data(given) }
  if (wrong) return { reason, code, message, data: wrong.map((field) => ({ field, message })) satisfies FieldError[] }
  return { reason, code, message, data: code === Code.ruleSaysNo ? message : null }
}
