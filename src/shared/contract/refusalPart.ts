import { Code, type RefusalCode } from './codes.ts'

/** A reason's entry in the table of refusals. Functions receive the values that the reason is thrown with. */
export interface RefusalEntry {
  readonly code: RefusalCode
  /** The user-facing message. */
  readonly sentence: string | ((values: never) => string)
  /** The invalid fields by wire name: `data` then lists them, each with the message. */
  readonly fields?: readonly string[] | ((values: never) => readonly string[])
  /** `data` if it is not just the message. */
  readonly data?: (values: never) => unknown
}

/** One feature's part of the table, frozen; `refusals.ts` composes all parts. The keys are `feature.reason`. */
export function refusalPart<const P extends Readonly<Record<`${string}.${string}`, RefusalEntry>>>(part: P): P {
  for (const entry of Object.values(part)) Object.freeze(entry)
  return Object.freeze(part)
}

/** Of an object that is spread: refuses what is none of these properties, such as a misspelled one. */
export type Only<T, K extends PropertyKey> = T & Readonly<Record<Exclude<keyof T, K>, never>>
type Rest = Omit<RefusalEntry, 'code' | 'sentence'>

/** How entries of a code are declared: by their message, and what else they say. */
const withCode =
  <const C extends RefusalCode>(code: C) =>
  <const S extends RefusalEntry['sentence'], const R extends Rest = object>(sentence: S, rest?: Only<R, keyof Rest>) =>
    ({ code, sentence, ...(rest as R) }) as const

export const invalid = withCode(Code.invalid)
export const wrongApplication = withCode(Code.wrongApplication)
export const ruleSaysNo = withCode(Code.ruleSaysNo)
export const forbidden = withCode(Code.forbidden)
export const notFound = withCode(Code.notFound)
export const conflict = withCode(Code.conflict)
export const tooLarge = withCode(Code.tooLarge)
export const wrongType = withCode(Code.wrongType)
export const otherContract = withCode(Code.otherContract)
export const tooMany = withCode(Code.tooMany)
export const notLoggedIn = withCode(Code.notLoggedIn)
export const loggedOut = withCode(Code.loggedOut)
export const unconfirmed = withCode(Code.unconfirmed)
export const failed = withCode(Code.failed)
