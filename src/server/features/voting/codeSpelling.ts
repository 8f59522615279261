import { normalText } from '#shared/text/normalise.ts'
import type { votingStore } from './store.ts'

/** Letters as the engines' `upper` makes them in a column that is compared byte by byte. */
const upper = (code: string): string => code.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
/** What two writings of one mark have in common: `１` is `1`, `a1` is `A1`. */
export const codeKey = (code: string): string => upper(normalText(code))

type Store = Pick<ReturnType<typeof votingStore>, 'codesLike'>

/** A code as the activity has it: one that a record or a paper bears in another writing is that one. Live ones come before void ones, the writing that was typed before others. */
export async function spellingOf(store: Store, activityId: string, codes: readonly string[]): Promise<(code: string) => string> {
  const known = codes.length === 0 ? [] : await store.codesLike(activityId, [...new Set(codes.flatMap((code) => [upper(code), codeKey(code)]))])
  const byKey = Map.groupBy(known, ({ code }) => codeKey(code))
  return (code) => {
    const same = byKey.get(codeKey(code)) ?? []
    const [first] = same.toSorted((one, other) => Number(other.isLive) - Number(one.isLive) || Number(other.code === code) - Number(one.code === code))
    return first?.code ?? normalText(code)
  }
}

/** Codes as {@link spellingOf} has them, each once. */
export async function spelledCodes(store: Store, activityId: string, codes: readonly string[]): Promise<string[]> {
  const spelled = await spellingOf(store, activityId, codes)
  return [...new Set(codes.map(spelled))]
}
