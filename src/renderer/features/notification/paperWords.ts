import type { PaperShare } from '#shared/features/notification/paperShare.ts'
import { formatCount } from '../../ui/numbers.ts'

/** What the papers of several states come to. */
export const sumOf = (shares: readonly PaperShare[]): PaperShare =>
  shares.reduce(
    (sum, share) => ({
      ballotCount: sum.ballotCount + share.ballotCount,
      propertyCount: sum.propertyCount + share.propertyCount,
      deliveredCount: sum.deliveredCount + share.deliveredCount,
      votedCount: sum.votedCount + share.votedCount,
    }),
    { ballotCount: 0, propertyCount: 0, deliveredCount: 0, votedCount: 0 },
  )

/** What is passed over, behind the number of what is registered: `，跳过已送达 4 票、已投票 2 票`; `''` where nothing is. */
export function skippedInWords({ deliveredCount, votedCount }: PaperShare): string {
  const parts = [
    ...(deliveredCount > 0 ? [`已送达 ${formatCount(deliveredCount)} 票`] : []),
    ...(votedCount > 0 ? [`已投票 ${formatCount(votedCount)} 票`] : []),
  ]
  return parts.length === 0 ? '' : `，跳过${parts.join('、')}`
}

/** What a state of papers would register, and what is passed over. */
export const paperShareInWords = (share: PaperShare): string =>
  `登记 ${formatCount(share.ballotCount)} 票 ${formatCount(share.propertyCount)} 套${skippedInWords(share)}`
