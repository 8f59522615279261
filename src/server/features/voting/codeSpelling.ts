import { normalText } from '#shared/text/normalise.ts'
import type { votingStore } from './store.ts'

/** Upper-cases as the engines' `upper` does in a bytewise column: ASCII letters only. */
const upper = (code: string): string => code.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
/** Normal form of a code's spellings: `１` is `1`, `a1` is `A1`. */
export const codeKey = (code: string): string => upper(normalText(code))

type Store = Pick<ReturnType<typeof votingStore>, 'codesLike'>

/**
 * Returns a function giving a code's spelling in the activity, if a record or a paper has it in another one. Live codes
 * take precedence over void ones, the typed spelling over others.
 */
export async function spellingOf(store: Store, activityId: string, codes: readonly string[]): Promise<(code: string) => string> {
  const known = codes.length === 0 ? [] : await store.codesLike(activityId, [...new Set(codes.flatMap((code) => [upper(code), codeKey(code)]))])
  const byKey = Map.groupBy(known, ({ code }) => codeKey(code))
  return (code) => {
    const same = byKey.get(codeKey(code)) ?? []
    const [first] = same.toSorted((one, other) => Number(other.isLive) - Number(one.isLive) || Number(other.code === code) - Number(one.code === code))
    return first?.code ?? normalText(code)
  }
}

/** Distinct codes in the spelling of {@link spellingOf}. */
export async function spelledCodes(store: Store, activityId: string, codes: readonly string[]): Promise<string[]> {
  const spelled = await spellingOf(store, activityId, codes)
  return [...new Set(codes.map(spelled))]
}
