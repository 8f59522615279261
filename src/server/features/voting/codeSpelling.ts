import { normalText } from '#shared/text/normalise.ts'
import type { votingStore } from './store.ts'

/** Letters as the engines' `upper` makes them in a column that is compared byte by byte. */
const upper = (code: string): string => code.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
/** What two writings of one mark have in common: `１` is `1`, `a1` is `A1`. */
export const codeKey = (code: string): string => upper(normalText(code))

/**
 * Codes as the activity has them, each once: one that a record or a paper bears in another writing is that one.
 *
 * Live ones come before void ones, the writing that was typed before others.
 */
export async function spelledCodes(store: Pick<ReturnType<typeof votingStore>, 'codesLike'>, activityId: string, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const known = await store.codesLike(activityId, [...new Set(codes.flatMap((code) => [upper(code), codeKey(code)]))])
  const byKey = Map.groupBy(known, ({ code }) => codeKey(code))
  const spelled = codes.map((code) => {
    const same = byKey.get(codeKey(code)) ?? []
    const [first] = same.toSorted((one, other) => Number(other.isLive) - Number(one.isLive) || Number(other.code === code) - Number(one.code === code))
    return first?.code ?? normalText(code)
  })
  return [...new Set(spelled)]
}
