import type { Failure } from '#shared/bridge/outcome.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { unmarkReasons, voidReasons, votingLimits as limits } from '#shared/features/voting/rules.ts'
import { useSend } from '../../../../bridge/useSend.ts'
import { useQuestions } from '../../../../ui/question.tsx'
import { voidConsequence } from '../../../ballot/parts/ballotStates.ts'
import { votedAnswers } from './votedAnswers.ts'

/** A record, and whose it is. */
export interface Recorded {
  readonly recordId: string
  readonly ownerName: string
  readonly place: string
  readonly markedCode: string
}

interface VoidingEnds {
  readonly onWithdrawn?: (recordId: string, kind: 'void' | 'unmark', markedCode: string) => void
  /** A toast has reported it. */
  readonly onRefused?: (failure: Failure, recordId: string) => void
}

/** Voids a vote or takes back a mark, after having asked, and why. */
export function useVoidVote({ id: activityId, status }: Pick<Activity, 'id' | 'status'>, { onWithdrawn, onRefused }: VoidingEnds) {
  const { ask } = useQuestions()
  const disable = useSend('voting.void', { refreshes: votedAnswers, success: '作废投票成功' })
  const unmark = useSend('voting.unmark', { refreshes: votedAnswers, success: '撤销标记成功' })
  return {
    isSending: disable.isSending || unmark.isSending,
    /** Asks, and why; ends with `onWithdrawn` or `onRefused`, or with neither where the user says no. */
    voidVote: ({ recordId, ownerName, place, markedCode }: Recorded) =>
      ask({
        title: '确认作废当前投票吗?',
        detail: `${ownerName}，${place}。${voidConsequence(status)}`,
        confirmText: '作废',
        isDangerous: true,
        reason: { ...limits.voidReason, ready: voidReasons },
        onConfirm: async (reason) => {
          const sent = await disable.send({ query: { activityId, recordId, reason } })
          if (sent.ok) onWithdrawn?.(recordId, 'void', markedCode)
          else if (sent.failure) onRefused?.(sent.failure, recordId)
        },
      }),
    /** The same for a mark. */
    takeMarkBack: ({ recordId, ownerName, place, markedCode }: Recorded) =>
      ask({
        title: '确认撤销标记吗?',
        detail: `${ownerName}，${place}。撤销后视为没有标记过，标记码 ${markedCode} 可以给别的业主使用`,
        confirmText: '撤销标记',
        isDangerous: true,
        reason: { ...limits.unmarkReason, ready: unmarkReasons },
        onConfirm: async (reason) => {
          const sent = await unmark.send({ query: { voteActivityId: activityId }, body: { recordId, reason } })
          if (sent.ok) onWithdrawn?.(recordId, 'unmark', markedCode)
          else if (sent.failure) onRefused?.(sent.failure, recordId)
        },
      }),
  }
}
