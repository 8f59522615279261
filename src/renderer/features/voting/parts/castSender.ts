import { unmarkReasons, voidReasons, votingLimits as limits } from '#shared/features/voting/rules.ts'
import type { EndpointName } from '#shared/contract/index.ts'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import type { MarkRequest } from '#shared/features/voting/contract.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { voidConsequence } from '../../ballot/parts/ballotStates.ts'
import type { Sent } from '../../../bridge/useGuarded.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { doneWords, type CastCall } from './castCall.ts'

/** Endpoints whose answers a vote, mark or void makes out of date, on all screens. */
const votedAnswers = [
  'voting.votersOfProperty',
  'voting.history',
  'voting.detail',
  'voting.grid',
  'voting.placeProgress',
  'voting.deskCounts',
  'result.progress',
  'result.statistics',
  'result.notVoted',
  'notification.list',
] as const satisfies readonly EndpointName[]

/** Sends marks, votes and tallied papers, one at a time. */
interface CastSender {
  /**
   * Sends it once; never rejects. Skipped while one is running.
   *
   * @returns the ids of the created records, in the order of the server's answer
   */
  readonly send: (call: CastCall) => Promise<Sent<readonly string[]>>
  readonly isSending: boolean
}

/**
 * The single way to send marks, votes and tallied papers, for the desk and the booth.
 *
 * @param ends who reports the outcome: a toast, or the caller
 */
export function useCastSender(activityId: string, ends: 'toast' | 'caller'): CastSender {
  const options = (mode: CastCall['mode']) => ({ refreshes: votedAnswers, errors: ends, success: ends === 'toast' ? doneWords[mode] : '' })
  const mark = useSend('voting.mark', options('mark'))
  const vote = useSend('voting.cast', options('cast'))
  const tally = useSend('voting.tally', options('tally'))
  const query = { voteActivityId: activityId }
  const send = async (call: CastCall): Promise<Sent<readonly string[]>> => {
    switch (call.mode) {
      case 'mark':
        return mapSent(await mark.send({ query, body: call.body }), ({ recordId }) => [recordId])
      case 'cast':
        return mapSent(await vote.send({ query, body: call.body }), ({ recordIds }) => recordIds)
      case 'tally':
        return mapSent(await tally.send({ query, body: call.body }), ({ recordIds }) => recordIds)
    }
  }
  return { send, isSending: mark.isSending || vote.isSending || tally.isSending }
}

function mapSent<A, B>(sent: Sent<A>, map: (value: A) => B): Sent<B> {
  return sent.ok ? { ok: true, value: map(sent.value) } : sent
}

/** A mark just made. */
interface NewMark {
  readonly body: MarkRequest
  /** The owner's ballot before the mark. */
  readonly owner: Voter
  readonly recordId: string
  /** `code` is the ballot's restored code; `''` if it has none. */
  readonly onUndone: (code: string) => void
  /** A toast has reported the failure. */
  readonly onRefused: () => void
}

/** Undoes a mark immediately, so that the ballot has no mark, or its previous code; null if that is impossible. */
export function useUndoMark(activityId: string): (mark: NewMark) => (() => void) | null {
  const unmark = useSend('voting.unmark', { refreshes: votedAnswers })
  const markAgain = useSend('voting.mark', { refreshes: votedAnswers })
  const query = { voteActivityId: activityId }
  return ({ body, owner, recordId, onUndone, onRefused }) => {
    const { markedCode: former } = owner
    const { markedCode } = body
    // A printed paper's code stays as long as the paper.
    if (owner.paperState !== -1 || former === markedCode) return null
    const undo = async () => {
      const sent =
        former === ''
          ? await unmark.send({ query, body: { recordId, markedCode, reason: UNDONE } })
          : await markAgain.send({ query, body: { ...body, markedCode: former, propertyId: '', replacedCode: markedCode } })
      if (sent.ok) onUndone(former)
      else if (sent.failure) onRefused()
    }
    return () => void undo()
  }
}
/** Recorded reason for undoing a mark immediately. */
const UNDONE = '标记后立即撤销'

/** A record with its owner. */
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

/** Voids a vote or undoes a mark, after confirmation and with a reason. */
export function useVoidVote({ id: activityId, status }: Pick<Activity, 'id' | 'status'>, { onWithdrawn, onRefused }: VoidingEnds) {
  const { ask } = useQuestions()
  const voiding = useSend('voting.void', { refreshes: votedAnswers, success: '作废投票成功' })
  const unmark = useSend('voting.unmark', { refreshes: votedAnswers, success: '撤销标记成功' })
  return {
    isSending: voiding.isSending || unmark.isSending,
    /** Confirms and asks for a reason, then calls onWithdrawn or onRefused; neither if cancelled. */
    voidVote: ({ recordId, ownerName, place, markedCode }: Recorded) =>
      ask({
        title: '确认作废当前投票吗?',
        detail: `${ownerName}，${place}。${voidConsequence(status)}`,
        confirmText: '作废',
        isDangerous: true,
        reason: { ...limits.voidReason, ready: voidReasons },
        onConfirm: async (reason) => {
          const sent = await voiding.send({ query: { activityId, recordId, reason } })
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
          const sent = await unmark.send({ query: { voteActivityId: activityId }, body: { recordId, markedCode: '', reason } })
          if (sent.ok) onWithdrawn?.(recordId, 'unmark', markedCode)
          else if (sent.failure) onRefused?.(sent.failure, recordId)
        },
      }),
  }
}
