import { useEffect } from 'react'
import type { EndpointName } from '#shared/contract/index.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { MAX_REASON, unmarkReasons, voidReasons } from '#shared/features/voting/rules.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { namedForTally, voidConsequence } from '../../ballot/parts/ballotStates.ts'
import { toChoices, type Answers, type Slot } from '../../activity/parts/choices/choices.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { answersInWords } from '../../voting/parts/records/recordWords.ts'
import { ballotPlace, deedOf, handedOutWarning } from './booth.ts'

/** What a vote or a void changes on every screen of the activity. */
const refreshes: readonly EndpointName[] = [
  'voting.votersOfProperty',
  'voting.history',
  'voting.detail',
  'voting.grid',
  'voting.placeProgress',
  'result.progress',
  'result.statistics',
  'result.notVoted',
]

interface BoothDeeds {
  readonly activity: Activity
  readonly voter: Voter
  readonly slots: readonly Slot[]
  readonly answers: Answers
  readonly onWorking: (isWorking: boolean) => void
  readonly onVoted: () => void
  readonly onRefused: () => void
}

/** What can be done in the booth: each is asked about first, and none is begun twice. */
export function useBoothDeeds({ activity, voter, slots, answers, onWorking, onVoted, onRefused }: BoothDeeds) {
  const { ask } = useQuestions()
  const complete = useSend('voting.complete', { refreshes, success: '投票成功' })
  const tally = useSend('voting.tally', { refreshes, success: '唱票提交成功' })
  const disable = useSend('voting.void', { refreshes, success: '作废投票成功' })
  const takeBack = useSend('voting.unmark', { refreshes, success: '撤销标记成功' })
  const isWorking = complete.isSending || tally.isSending || disable.isSending || takeBack.isSending
  useEffect(() => onWorking(isWorking), [isWorking, onWorking])

  const send = async () => {
    const vote = {
      choices: toChoices(slots, answers),
      activityId: activity.id,
      voterName: voter.ownerName,
      voterPhone: voter.phone,
      voterIdNumber: voter.idNumber,
    }
    const query = { voteActivityId: activity.id }
    const sent =
      deedOf(activity.status) === 'tally'
        ? await tally.send({ query, body: { ...vote, ...namedForTally([voter]) } })
        : await complete.send({ query, body: { ...vote, markedCodes: [], ballotIds: [voter.ballotId] } })
    if (sent.ok) onVoted()
    else if (sent.failure) onRefused()
  }
  const who = `${voter.ownerName} · ${ballotPlace(voter)}`
  return {
    isWorking,
    submit: () => {
      const detail = [`${who}：${answersInWords(slots, answers)}`, handedOutWarning(activity.status, voter)].filter((part) => part !== null).join('。')
      ask({ title: '确认提交吗？', detail, confirmText: '提交', onConfirm: send })
    },
    unmark: () =>
      ask({
        title: '确认撤销标记吗?',
        detail: `${who}。撤销后视为没有标记过，标记码 ${voter.markedCode} 可以给别的业主使用`,
        confirmText: '撤销标记',
        isDangerous: true,
        reason: { label: '撤销原因', ready: unmarkReasons, max: MAX_REASON },
        onConfirm: async (reason) => {
          const sent = await takeBack.send({ query: { voteActivityId: activity.id }, body: { recordId: voter.recordId, reason } })
          if (!sent.ok && sent.failure) onRefused()
        },
      }),
    voidVote: () =>
      ask({
        title: '确认作废当前投票吗?',
        detail: `${who}。${voidConsequence(activity.status)}`,
        confirmText: '作废',
        isDangerous: true,
        reason: { label: '作废原因', ready: voidReasons, max: MAX_REASON },
        onConfirm: async (reason) => {
          const sent = await disable.send({ query: { activityId: activity.id, recordId: voter.recordId, reason } })
          if (!sent.ok && sent.failure) onRefused()
        },
      }),
  }
}
