import { useRef, useState } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Reason } from '#shared/contract/refusals.ts'
import { isRefusedFor, sentenceOf } from '../../bridge/failure.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { takenBallots, takenInWords } from './parts/records/recordWords.ts'
import { doubtSentence, type Finding, readinessOf, type Submission, submissionRisk } from './submission.ts'
import { useVoteSender } from './parts/voteSender.ts'
import type { DeskStore } from './deskStore.ts'
import { type DeskAction, reduceDesk } from './desk.ts'
import { type ChosenProxy, goodProxies, whoVotesQuestion } from './parts/whoVotes.ts'

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
export function useSubmission(activityId: string, store: DeskStore, modeRefusal: () => string | null, { onDone, onRefused }: SubmissionEnds) {
  const { now, act } = store
  const sender = useVoteSender(activityId, 'caller')
  const toasts = useToasts()
  const { ask } = useQuestions()
  const askWhoVotes = useWhoVotes(activityId, store)
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
    if (now().entry?.phase !== 'open') return
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
      // The sending that was given up for lost may be the very vote that is there now.
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
    if (now().entry?.phase !== 'open') return
    const impossible = modeRefusal()
    if (impossible !== null) {
      refuse({ kind: 'local', message: impossible })
      return
    }
    const readiness = readinessOf(now(), activityId, by)
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
   * @returns why a second sending was refused meanwhile; null if none
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

/** A refusal as shown next to the entry. */
export const notSent = (reason: string): string => `没有提交：${reason}`

interface WhoVotesEnds {
  /** Nobody may vote for the owner any more. */
  readonly onNobody: () => void
  /** It was said who votes: what is to be sent. */
  readonly onSaid: (submission: Submission) => unknown
  /** The server could not be asked. */
  readonly onFailed: (failure: Failure) => void
}

const saying = (agent: ChosenProxy | null): DeskAction => (agent === null ? { type: 'ownerVotes' } : { type: 'proxyChosen', proxy: agent })

/** Asks who votes with the ballot on the screen, which has an agent. */
function useWhoVotes(activityId: string, { now, act }: DeskStore) {
  const { ask } = useQuestions()
  const isLooking = useRef(false)
  return async (about: string, { onNobody, onSaid, onFailed }: WhoVotesEnds): Promise<void> => {
    const before = now().entry
    if (before === null || isLooking.current) return
    isLooking.current = true
    const found = await goodProxies(activityId, before.owner)
    isLooking.current = false
    const { entry } = now()
    if (entry?.owner.ballotId !== before.owner.ballotId || entry.phase !== 'open') return
    if (!found.ok) {
      onFailed(found.failure)
      return
    }
    const [agent, ...others] = found.value
    if (!agent) {
      act(saying(null))
      onNobody()
      return
    }
    const riskOf = (chosen: ChosenProxy | null): string | null => {
      const desk = reduceDesk(now(), saying(chosen))
      const alone = chosen !== null && entry.joined.size > 0 ? `只提交这一票，一并勾选的 ${entry.joined.size} 票要另行录入` : null
      return [alone, desk.entry && submissionRisk(desk, desk.entry)].filter((part) => part !== null).join('。') || null
    }
    const onChosen = (chosen: ChosenProxy | null) => {
      act(saying(chosen))
      const readiness = readinessOf(now(), activityId, 'keys')
      return readiness?.kind === 'ready' ? onSaid(readiness.submission) : undefined
    }
    ask(whoVotesQuestion({ about, agents: [agent, ...others], riskOf, onChosen }))
  }
}
