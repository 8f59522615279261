import { useRef, useState } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Reason } from '#shared/contract/refusals.ts'
import { isRefusedFor, sentenceOf } from '../../bridge/failure.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { takenBallots, takenInWords } from './parts/records/recordWords.ts'
import { doubtSentence, type Finding } from './recovery.ts'
import { useVoteSender } from './parts/sender/useVoteSender.ts'
import { readinessOf, type Submission } from './submission.ts'
import { useWhoVotes } from './useWhoVotes.ts'
import type { DeskHandle } from './useDesk.ts'

/** For what a sending is refused when an earlier one, given up for lost, has arrived after all, or others have been at the ballot. */
const mayBeOurs = [
  'voting.alreadyVoted',
  'voting.codeTaken',
  'voting.otherCode',
  'voting.onlyVoided',
  'ballot.ended',
  'ballot.notOnIt',
  'activity.wrongStatus',
] as const satisfies readonly Reason[]

interface SubmissionEnds {
  /** The server has taken it, as far as is known for the first time. */
  readonly onDone: (submission: Submission, recordIds: readonly string[]) => void
  /** The program or the server refused; what the server refused may be out of date on screen. */
  readonly onRefused: (failure: Failure) => void
}

/**
 * Sends what the desk holds: once, and after a broken connection only when the server was asked what it has.
 *
 * While the result of a submission is unknown (`doubtful`) nothing is sent; `underCheck` is what has to be looked for.
 */
export function useSubmission(activityId: string, handle: DeskHandle, modeRefusal: () => string | null, { onDone, onRefused }: SubmissionEnds) {
  const { current, act } = handle
  const sender = useVoteSender(activityId, 'caller')
  const toasts = useToasts()
  const { ask } = useQuestions()
  const askWhoVotes = useWhoVotes(activityId, handle)
  const [underCheck, setUnderCheck] = useState<Submission | null>(null)
  /** What a broken connection may have delivered after all, though the server did not have it when it was asked. */
  const mayArrive = useRef(false)
  /** Why the second sending was refused, while the first is looked for. */
  const refusedMeanwhile = useRef<string | null>(null)

  const refuse = (failure: Failure, focus: 'code' | null = null) => {
    toasts.failure(failure)
    const taken = isRefusedFor(failure, 'voting.alreadyVoted', 'voting.codeTaken') ? takenBallots(failure.data) : []
    const reason = taken.length === 0 ? sentenceOf(failure) : `${sentenceOf(failure)}：${takenInWords(taken)}`
    act({ type: 'refused', sentence: notSent(reason), ...(focus ? { focus } : {}) })
    onRefused(failure)
  }

  const send = async (submission: Submission) => {
    if (current().entry?.phase !== 'open') return
    act({ type: 'sending' })
    const sent = await sender.send(submission.call)
    if (sent.ok) {
      mayArrive.current = false
      onDone(submission, sent.value)
      return
    }
    if (!sent.failure) return
    if (sent.failure.kind === 'unreachable') {
      doubt(submission)
      return
    }
    if (mayArrive.current && isRefusedFor(sent.failure, ...mayBeOurs)) {
      // The sending that was given up for lost may be the very vote that stands there now.
      refusedMeanwhile.current = sentenceOf(sent.failure)
      doubt(submission)
      return
    }
    refuse(sent.failure)
  }

  const doubt = (submission: Submission) => {
    act({ type: 'doubted', sentence: doubtSentence })
    setUnderCheck(submission)
  }

  const submit = (by: 'keys' | 'button') => {
    // A second Ctrl+Enter right after a vote finds no paper.
    if (current().entry?.phase !== 'open') return
    const impossible = modeRefusal()
    if (impossible !== null) {
      refuse({ kind: 'local', message: impossible })
      return
    }
    const readiness = readinessOf(current(), activityId, by)
    if (readiness === null) return
    if (readiness.kind === 'blocked') {
      refuse({ kind: 'local', message: readiness.sentence }, readiness.focus)
      return
    }
    if (readiness.kind === 'undecided') {
      void askWhoVotes(readiness.about, { onNobody: () => submit(by), onSaid: send, onFailed: refuse })
      return
    }
    const { submission, question } = readiness
    if (question === null) void send(submission)
    else ask({ ...question, onConfirm: () => send(submission) })
  }

  /**
   * The check has an answer: nothing is in doubt any more.
   *
   * @returns why a second sending was refused meanwhile; null where there was none
   */
  const settle = (outcome: Finding['kind']): string | null => {
    const refusal = refusedMeanwhile.current
    refusedMeanwhile.current = null
    mayArrive.current = outcome === 'notArrived' && refusal === null
    setUnderCheck(null)
    return refusal
  }
  return { submit, underCheck, settle }
}

/** A refusal, as it stays beside the entry. */
export const notSent = (reason: string): string => `没有提交：${reason}`
