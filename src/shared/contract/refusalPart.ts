import type { RefusalCode } from './codes.ts'

/** What the table of refusals says of one reason. The functions take the values that the reason is thrown with. */
export interface RefusalEntry {
  readonly code: RefusalCode
  /** What the user reads. */
  readonly sentence: string | ((values: never) => string)
  /** The wrong fields by their names on the wire: `data` is then a list of them, each with the sentence. */
  readonly fields?: readonly string[] | ((values: never) => readonly string[])
  /** `data` where it is more than the sentence. */
  readonly data?: (values: never) => unknown
}

/** One feature's part of the table, frozen; `refusals.ts` composes them all. The keys are `feature.reason`. */
export function refusalPart<const P extends Readonly<Record<`${string}.${string}`, RefusalEntry>>>(part: P): P {
  for (const entry of Object.values(part)) Object.freeze(entry)
  return Object.freeze(part)
}
