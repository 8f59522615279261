import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { shortMoment } from '../../../ui/moments.ts'

/** When a ballot's paper came in, as it was registered: what a vote takes where nothing is typed. */
export interface RegisteredReceipt {
  /** Epoch ms. */
  readonly at: number
  readonly by: '扫描' | '标记'
}

/** The same as far as the screens know it: of a paper that was taken in; in a tally also of one that was marked by hand. */
export function registeredReceipt(
  mode: 'vote' | 'tally',
  { paperState, paperReceivedAt, ballotState }: Pick<Voter, 'paperState' | 'paperReceivedAt' | 'ballotState'>,
  standing: Pick<VoteRecord, 'createdAt'> | undefined,
): RegisteredReceipt | null {
  if (paperReceivedAt !== null) return { at: paperReceivedAt, by: '扫描' }
  const isMarkedByHand = mode === 'tally' && paperState === -1 && ballotState === BallotState.marked
  return isMarkedByHand && standing?.createdAt != null ? { at: standing.createdAt, by: '标记' } : null
}

/** `00:48 (扫描)`; with its date where that is not today. */
export function registeredInWords({ at, by }: RegisteredReceipt, now: number): string {
  const isToday = formatTime(at).slice(0, 10) === formatTime(now).slice(0, 10)
  return `${isToday ? formatTime(at).slice(11, 16) : shortMoment(at, now)} (${by})`
}
