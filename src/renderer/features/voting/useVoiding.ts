import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useQuestions } from '../../widgets/question.tsx'
import { deskMessages } from './modes.ts'
import type { RecentEntry } from './recents.ts'
import { votedAnswers } from './useSubmission.ts'

/** Voids a vote, after having asked. */
export function useVoiding(activityId: string, onVoided: (recordId: string) => void) {
  const { ask } = useQuestions()
  const send = useSend('voting.void', { refreshes: votedAnswers, success: deskMessages.voided })
  const askToVoid = (recordId: string, ownerName: string, place: string) =>
    ask({
      title: deskMessages.voidQuestion,
      detail: `${ownerName}，${place}。作废后这张票不再计入，业主可以重新投票`,
      confirmText: '作废',
      isDangerous: true,
      onConfirm: async () => {
        if ((await send.send({ query: { activityId, recordId } })).ok) onVoided(recordId)
      },
    })
  return {
    voidRecent: ({ recordId, ownerName, place }: RecentEntry) => askToVoid(recordId, ownerName, place),
    voidVoter: ({ recordId, ownerName, place, ballotState }: Voter) => {
      if (ballotState === BallotState.voted) askToVoid(recordId, ownerName, place)
    },
  }
}
