import type { SecondEntries } from '#shared/features/reading/contract.ts'
import { formatCount } from '../../../ui/numbers.ts'

/** How far the second entries are, in a few words: `复录 12/40，1 票不一致`; `''` if nobody asked for any and none differs. */
export function secondEntryWords({ due, same, different }: SecondEntries): string {
  const words = [...(due > 0 ? [`复录 ${formatCount(same)}/${formatCount(due)}`] : []), ...(different > 0 ? [`${formatCount(different)} 票不一致`] : [])]
  return words.join('，')
}
