import type { Activity } from '#shared/features/activity/contract.ts'
import { MAX_REASON, unmarkReasons, voidReasons } from '#shared/features/voting/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { voidConsequence } from '../ballot/parts/ballotStates.ts'
import { useQuestions } from '../../ui/question.tsx'
import { deskMessages } from './modes.ts'
import { votedAnswers } from './useSubmission.ts'

/** A record, and whose it is. */
interface Recorded {
  readonly recordId: string
  readonly ownerName: string
  readonly place: string
  readonly markedCode: string
}

/** Voids a vote or takes back a mark, after having asked, and why. */
export function useVoiding(
  { id: activityId, status }: Pick<Activity, 'id' | 'status'>,
  onGone: (recordId: string, kind: 'void' | 'unmark', markedCode: string) => void,
) {
  const { ask } = useQuestions()
  const disable = useSend('voting.void', { refreshes: votedAnswers, success: deskMessages.voided })
  const unmark = useSend('voting.unmark', { refreshes: votedAnswers, success: deskMessages.unmarked })
  return {
    voidVote: ({ recordId, ownerName, place, markedCode }: Recorded) =>
      ask({
        title: deskMessages.voidQuestion,
        detail: `${ownerName}，${place}。${voidConsequence(status)}`,
        confirmText: '作废',
        isDangerous: true,
        reason: { label: '作废原因', ready: voidReasons, max: MAX_REASON },
        onConfirm: async (reason) => {
          if ((await disable.send({ query: { activityId, recordId, reason } })).ok) onGone(recordId, 'void', markedCode)
        },
      }),
    takeMarkBack: ({ recordId, ownerName, place, markedCode }: Recorded) =>
      ask({
        title: deskMessages.unmarkQuestion,
        detail: `${ownerName}，${place}。撤销后视为没有标记过，标记码 ${markedCode} 可以给别的业主使用`,
        confirmText: '撤销标记',
        isDangerous: true,
        reason: { label: '撤销原因', ready: unmarkReasons, max: MAX_REASON },
        onConfirm: async (reason) => {
          const sent = await unmark.send({ query: { voteActivityId: activityId }, body: { recordId, reason } })
          if (sent.ok) onGone(recordId, 'unmark', markedCode)
        },
      }),
  }
}
