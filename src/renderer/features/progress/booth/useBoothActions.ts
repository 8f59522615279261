import { useEffect, useRef } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { covers } from '#shared/features/proxy/rules.ts'
import { useToasts } from '../../../bridge/toasts.tsx'
import { useQuestions } from '../../../ui/question.tsx'
import { slotKey, type Answers, type Slot } from '../../activity/parts/choices/choices.ts'
import { overvoteWarning } from '../../activity/parts/choices/seats.ts'
import { answersInWords } from '../../voting/parts/records/recordWords.ts'
import { useVoidVote, useCastSender } from '../../voting/parts/castSender.ts'
import { noReceipt, castCallOf, goodProxies, leftOutWarning, whoVotesQuestion, type ChosenProxy } from '../../voting/parts/castCall.ts'
import { ballotPlace, boothMode, outstandingWarning } from './booth.ts'

interface BoothActionsOptions {
  readonly activity: Activity
  readonly voter: Voter
  readonly slots: readonly Slot[]
  readonly answers: Answers
}

/** What the dialog around the booth hears of. */
export interface BoothEnds {
  readonly onWorking: (isWorking: boolean) => void
  readonly onVoted: () => void
  /** The shown data is outdated: the ballot must be refetched. */
  readonly onRefused: () => void
}

/** The booth's actions: each is confirmed first, and none starts twice. */
export function useBoothActions({ activity, voter, slots, answers }: BoothActionsOptions, { onWorking, onVoted, onRefused }: BoothEnds) {
  const { ask } = useQuestions()
  const toasts = useToasts()
  const sender = useCastSender(activity.id, 'toast')
  const voiding = useVoidVote(activity, { onRefused })
  const isWorking = sender.isSending || voiding.isSending
  useEffect(() => onWorking(isWorking), [isWorking, onWorking])

  /** An agent answers only the topics in the proxy. */
  const answersOf = (agent: ChosenProxy | null): Answers =>
    agent === null
      ? answers
      : new Map(slots.filter(({ topicId }) => covers(agent.topicIds, topicId)).flatMap((slot) => [...answers].filter(([key]) => key === slotKey(slot))))
  const send = async (agent: ChosenProxy | null) => {
    const receipt = { ...noReceipt, proxyId: agent?.id ?? '' }
    const [mode, given] = [boothMode(activity.status), answersOf(agent)]
    const { call } = castCallOf({ activityId: activity.id, mode, slots, answers: given, owner: voter, ballots: [voter], receipt })
    const sent = await sender.send(call)
    if (sent.ok) onVoted()
    else if (sent.failure) onRefused()
  }
  const place = ballotPlace(voter)
  const about = (...more: readonly (string | null)[]): string =>
    [`${voter.ownerName} · ${place}：${answersInWords(slots, answers)}`, overvoteWarning(slots, answers), ...more].filter((part) => part !== null).join('。')
  const askAndSend = () => {
    const detail = about(outstandingWarning(activity.status, voter))
    ask({ title: '确认提交吗？', detail, confirmText: '提交', onConfirm: () => send(null) })
  }
  const isLooking = useRef(false)
  const askWhoVotes = async () => {
    if (isLooking.current) return
    isLooking.current = true
    const found = await goodProxies(activity.id, voter)
    isLooking.current = false
    if (!found.ok) {
      toasts.failure(found.failure)
      return
    }
    const [agent, ...others] = found.value
    if (!agent) {
      // The proxy was revoked meanwhile.
      askAndSend()
      return
    }
    const riskOf = (chosen: ChosenProxy | null): string | null => {
      const leftOut = chosen === null ? 0 : slots.filter(({ topicId }) => !covers(chosen.topicIds, topicId)).length
      return leftOut === 0 ? null : leftOutWarning(leftOut)
    }
    ask(whoVotesQuestion({ about: about(outstandingWarning(activity.status, voter)), agents: [agent, ...others], riskOf, onChosen: send }))
  }
  return {
    isWorking,
    cast: () => (voter.isEntrusted ? void askWhoVotes() : askAndSend()),
    unmark: () => voiding.takeMarkBack({ ...voter, place }),
    voidVote: () => voiding.voidVote({ ...voter, place }),
  }
}
