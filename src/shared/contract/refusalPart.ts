import type { RefusalCode } from './codes.ts'

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
