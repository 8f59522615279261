import type { SecondEntries } from '#shared/features/reading/contract.ts'
import { formatCount } from '../../../ui/numbers.ts'

/** Progress of the second entries: `复录 12/40，1 票不一致`; `''` if none are requested and none differ. */
export function secondEntryWords({ due, same, different }: SecondEntries): string {
  const words = [...(due > 0 ? [`复录 ${formatCount(same)}/${formatCount(due)}`] : []), ...(different > 0 ? [`${formatCount(different)} 票不一致`] : [])]
  return words.join('，')
}
