import { useEffect } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { useQuestions } from '../../../ui/question.tsx'
import type { Answers, Slot } from '../../activity/parts/choices/choices.ts'
import { overvoteWarning } from '../../activity/parts/choices/seats.ts'
import { answersInWords } from '../../voting/parts/records/recordWords.ts'
import { useVoidVote } from '../../voting/parts/sender/useVoidVote.ts'
import { useVoteSender } from '../../voting/parts/sender/useVoteSender.ts'
import { voteCallOf } from '../../voting/parts/sender/voteCall.ts'
import { paperWarning } from '../../voting/parts/paperWarning.ts'
import { ballotPlace, boothMode } from './booth.ts'

interface BoothActionsOptions {
  readonly activity: Activity
  readonly voter: Voter
  readonly slots: readonly Slot[]
  readonly answers: Answers
  readonly onWorking: (isWorking: boolean) => void
  readonly onVoted: () => void
  readonly onRefused: () => void
}

/** What can be done in the booth: each is asked about first, and none is begun twice. */
export function useBoothActions({ activity, voter, slots, answers, onWorking, onVoted, onRefused }: BoothActionsOptions) {
  const { ask } = useQuestions()
  const sender = useVoteSender(activity.id, 'toast')
  const voiding = useVoidVote(activity, { onRefused })
  const isWorking = sender.isSending || voiding.isSending
  useEffect(() => onWorking(isWorking), [isWorking, onWorking])

  const send = async () => {
    const { call } = voteCallOf({ activityId: activity.id, mode: boothMode(activity.status), slots, answers, owner: voter, ballots: [voter] })
    const sent = await sender.send(call)
    if (sent.ok) onVoted()
    else if (sent.failure) onRefused()
  }
  const place = ballotPlace(voter)
  return {
    isWorking,
    submit: () => {
      const filledIn = `${voter.ownerName} · ${place}：${answersInWords(slots, answers)}`
      const detail = [filledIn, overvoteWarning(slots, answers), paperWarning(boothMode(activity.status), [voter])].filter((part) => part !== null).join('。')
      ask({ title: '确认提交吗？', detail, confirmText: '提交', onConfirm: send })
    },
    unmark: () => voiding.takeMarkBack({ ...voter, place }),
    voidVote: () => voiding.voidVote({ ...voter, place }),
  }
}
