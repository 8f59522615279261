import type { Conclusion, Election } from './contract.ts'

/** The message for candidates tied at the last seat. */
const TIED = '并列，须再次表决'

/** Outcome of a candidate who is neither elected nor tied. */
const notElected: Readonly<Record<Conclusion['outcome'], string>> = {
  通过: '通过，未当选',
  不通过: '不通过，未当选',
  未成立: '未成立，未当选',
  不作结论: '不作结论',
}

/** A candidate with its result in the election. */
export interface Standing<T> {
  readonly option: T
  /** Rank from 1 if elected; else null. */
  readonly place: number | null
  readonly isTied: boolean
  /** `当选`, `并列，须再次表决`, `不通过，未当选`. */
  readonly words: string
}

/**
 * The candidates in order of the seats: the elected, those tied at the last seat, then the others in ballot order.
 *
 * @param outcomeOf a candidate's outcome
 */
export function standingsOf<T extends { readonly id: string }>(
  { elected, tied }: Pick<Election, 'elected' | 'tied'>,
  options: readonly T[],
  outcomeOf: (option: T) => Conclusion['outcome'],
): Standing<T>[] {
  const named = (ids: readonly string[]): T[] => ids.flatMap((id) => options.filter((option) => option.id === id))
  const taken = new Set([...elected, ...tied])
  return [
    ...named(elected).map((option, index) => ({ option, place: index + 1, isTied: false, words: '当选' })),
    ...named(tied).map((option) => ({ option, place: null, isTied: true, words: TIED })),
    ...options.filter(({ id }) => !taken.has(id)).map((option) => ({ option, place: null, isTied: false, words: notElected[outcomeOf(option)] })),
  ]
}
